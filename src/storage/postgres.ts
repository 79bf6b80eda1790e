import { Pool, type PoolClient } from "pg";
import type { Logger } from "pino";
import { type Database, DatabaseReplaced, type Row } from "./database.js";

/** Beyond this the database counts as away: who waits is a visitor. */
const ANSWERS_WITHIN_MS = 5000;
const MAX_CONNECTIONS = 4;
/** Any number that nothing else in the database locks by. */
const MIGRATION_LOCK = 7_201_826_411;
const UNDEFINED_TABLE = "42P01"; // PostgreSQL, appendix A

/** A PostgreSQL database. Connects when it is first asked, and again when the connection was lost. */
export function openPostgres(url: string, logger: Pick<Logger, "error">): Database {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS, // statement_timeout is set with each transaction: poolers refuse it here
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
    application_name: "for-commerce",
  });
  // A connection that breaks would otherwise end the process, idle or in use; the next statement opens another.
  pool.on("error", (error) => logger.error({ reason: error.message }, "A connection to PostgreSQL broke"));
  pool.on("connect", (client) => client.on("error", () => {})); // in use: its statement is rejected with the reason

  const transaction = async <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query(`BEGIN; SET LOCAL statement_timeout = ${ANSWERS_WITHIN_MS}`);
      const result = await work(client);
      await client.query("COMMIT");
      return result;
    } catch (error) {
      failure = error as Error;
      throw (error as { code?: unknown }).code === UNDEFINED_TABLE ? new DatabaseReplaced(error) : error;
    } finally {
      client.release(failure); // one that failed is closed, which also rolls back
    }
  };

  return {
    run: (statements) =>
      transaction(async (client) => {
        const results: Row[][] = [];
        for (const { sql, values } of statements) {
          results.push((await client.query<Row>(numbered(sql), [...values])).rows);
        }
        return results;
      }),

    migrate: (migrations) =>
      transaction(async (client) => {
        await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
        const { rows: tables } = await client.query("SELECT to_regclass('schema_version') AS found");
        // Asked first, so that a role that may not create tables can use those it finds.
        if (tables[0].found === null) await client.query("CREATE TABLE schema_version (version integer NOT NULL)");
        const { rows } = await client.query<{ version: number }>("SELECT version FROM schema_version");
        const version = rows[0]?.version ?? 0;
        if (version >= migrations.length) return;
        for (const sql of migrations.slice(version).flat()) await client.query(sql);
        await client.query("DELETE FROM schema_version");
        await client.query("INSERT INTO schema_version (version) VALUES ($1)", [migrations.length]);
      }),

    async forget() {}, // its own vacuum and log are the server's

    close: () => pool.end(),
  };
}

/** PostgreSQL numbers its placeholders. */
function numbered(sql: string): string {
  let number = 0;
  return sql.replace(/\?/g, () => `$${++number}`);
}
