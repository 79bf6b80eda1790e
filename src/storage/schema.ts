const outbox = (table: string) => [
  `CREATE TABLE ${table} (
    submission_id text PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
    attempts integer NOT NULL,
    due_at text NOT NULL
  )`,
  `CREATE INDEX ${table}_due_at ON ${table} (due_at)`,
];

/** Never change a released version; add a new entry. */
export const migrations: readonly (readonly string[])[] = [
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
    "CREATE INDEX submissions_email ON submissions (email)",
    ...outbox("outbox"),
  ],
  outbox("webhook_outbox"),
  [
    `CREATE TABLE receipts (
      submission_id text PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
      attempts integer NOT NULL,
      due_at text,
      recipient text NOT NULL UNIQUE
    )`,
    "CREATE INDEX receipts_due_at ON receipts (due_at)",
    `CREATE TABLE event_notices (
      submission_id text PRIMARY KEY REFERENCES submissions (id) ON DELETE CASCADE,
      change text NOT NULL
    )`,
  ],
  ["CREATE INDEX submissions_form_received_at ON submissions (form, received_at)"],
];
