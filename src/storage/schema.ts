import { type Database, sql } from "./database.js";

/**
 * Each entry brings the tables to the next version. Never change a released one. A new one only adds, because the build
 * before runs beside the new one during a deploy.
 */
export const versions: readonly (readonly string[])[] = [
  [
    `CREATE TABLE submissions (
      id text PRIMARY KEY,
      form text NOT NULL,
      locale text NOT NULL,
      received_at text NOT NULL,
      suspected integer NOT NULL,
      email text NOT NULL,
      fields text NOT NULL,
      hash text UNIQUE
    )`,
    "CREATE INDEX submissions_received_at ON submissions (received_at)",
    "CREATE INDEX submissions_form_received_at ON submissions (form, received_at)",
    "CREATE INDEX submissions_email ON submissions (email)",
    `CREATE TABLE deliveries (
      channel text NOT NULL,
      submission_id text NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
      due_at text NOT NULL,
      attempts integer NOT NULL,
      PRIMARY KEY (submission_id, channel)
    )`,
    "CREATE INDEX deliveries_due_at ON deliveries (channel, due_at)",
    `CREATE TABLE receipts (
      day text NOT NULL,
      form text NOT NULL,
      event text NOT NULL,
      mailbox text NOT NULL,
      submission_id text NOT NULL REFERENCES submissions (id) ON DELETE CASCADE,
      PRIMARY KEY (mailbox, form, event, day)
    )`,
    "CREATE INDEX receipts_submission_id ON receipts (submission_id)",
    `CREATE TABLE event_notices (
      submission_id text PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
      change text NOT NULL
    )`,
  ],
  [
    "ALTER TABLE submissions ADD COLUMN cancel_key text",
    "ALTER TABLE submissions ADD COLUMN cancelled_at text",
    "CREATE UNIQUE INDEX submissions_cancel_key ON submissions (cancel_key)",
  ],
  [
    // Stays when the submission for which it was sent is erased.
    `CREATE TABLE date_claims (
      channel text NOT NULL,
      event text NOT NULL,
      submission_id text NOT NULL,
      is_sent integer NOT NULL,
      PRIMARY KEY (channel, event)
    )`,
  ],
];

/** Other processes can do so at the same time. Tables of a newer build are kept. */
export async function createTables(database: Database, wanted = versions): Promise<void> {
  const version = await versionOf(database);
  const missing = wanted.slice(version).flatMap((statements, index) => [
    "CREATE TABLE IF NOT EXISTS schema_version (version integer PRIMARY KEY)",
    `INSERT INTO schema_version (version) VALUES (${version + index + 1})`, // fails if another process was faster
    ...statements,
  ]);
  if (missing.length === 0) return;
  await database.run(missing.map((sql) => ({ sql, values: [] }))).catch(async (error: unknown) => {
    if ((await versionOf(database)) < wanted.length) throw error;
  });
}

/** 0 without tables. */
export async function versionOf(database: Database): Promise<number> {
  const [tables] = await database.run([{ sql: database.selectTables, values: [] }]);
  const names = tables!.map(({ name }) => name);
  if (!names.includes("schema_version")) return 0;
  const [rows] = await database.run([sql`SELECT max(version) AS version FROM schema_version`]);
  return rows![0]!.version as number;
}
