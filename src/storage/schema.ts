import { connect, type Database, type DatabaseLocation, sql } from "./database.js";
import { ANY_DATE, dateIdInFields, fieldsFromRow } from "./submission.js";

const FILLED_AT_ONCE = 100;

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
    "ALTER TABLE submissions ADD COLUMN event text", // empty if it is about none
    "CREATE INDEX submissions_event ON submissions (event)",
    // The mailbox is empty for what the team gets, whose row stays without a submission once it is sent. The day
    // of a receipt is that of its form, with which a hash of the name stands; that of a mail to the team is the date's.
    `CREATE TABLE claims (
      channel text NOT NULL,
      mailbox text NOT NULL,
      event text NOT NULL,
      form text NOT NULL,
      day text NOT NULL,
      submission_id text REFERENCES submissions (id) ON DELETE CASCADE,
      PRIMARY KEY (mailbox, channel, event, form, day)
    )`,
    "CREATE INDEX claims_submission_id ON claims (submission_id)",
    "INSERT INTO claims SELECT 'receipt', mailbox, event, form, day, submission_id FROM receipts",
    `CREATE TABLE notices (
      submission_id text PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
      status text NOT NULL,
      starts_at text NOT NULL,
      venue text NOT NULL,
      address text NOT NULL
    )`,
    // A change was "cancelled 2027-05-06T17:30:00+02:00", perhaps with the name of a venue behind.
    ...["confirmed", "tentative", "cancelled", "postponed"].map(
      (status) => `INSERT INTO notices SELECT submission_id, '${status}', substr(change, ${status.length + 2}, 25),
        substr(change, ${status.length + 28}), '' FROM event_notices WHERE change LIKE '${status} %'`,
    ),
  ],
];

/** Creates the tables that are missing. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database = await connect(location);
  try {
    await createTables(database);
    await fillDateIds(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

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

/** 1.1.0, which can run beside this build during a deploy, leaves the date out; builds after it stored "any" for none. */
export async function fillDateIds(database: Database): Promise<void> {
  for (;;) {
    const select = sql`SELECT id, fields FROM submissions WHERE event IS NULL OR event = ${ANY_DATE}`;
    const [rows = []] = await database.run([sql`${select} ORDER BY id LIMIT ${FILLED_AT_ONCE}`]);
    if (rows.length === 0) return;
    const ids = rows.map((row) => ({ id: row.id ?? "", dateId: dateIdInFields(fieldsFromRow(row)) }));
    await database.run(ids.map(({ id, dateId }) => sql`UPDATE submissions SET event = ${dateId} WHERE id = ${id}`));
  }
}

/** 0 without tables. */
export async function versionOf(database: Database): Promise<number> {
  const [tables = []] = await database.run([{ sql: database.selectTables, values: [] }]);
  if (!tables.some(({ name }) => name === "schema_version")) return 0;
  const [[row] = []] = await database.run([sql`SELECT max(version) AS version FROM schema_version`]);
  return row?.version as number;
}
