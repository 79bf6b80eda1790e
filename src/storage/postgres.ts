import { Pool, type PoolClient } from "pg";
import type { Logger } from "pino";
import { type Database, DatabaseReplaced, type Row } from "./database.js";
import { errorMessage } from "./errors.js";

/** Short, because a visitor is waiting. */
const TIMEOUT_MS = 5000;
const MAX_CONNECTIONS = 4;
const MIGRATION_LOCK = 7_201_826_411;
/** Of a row, beside the text of its fields: an estimate. */
const ROW_BYTES = 500;
const UNDEFINED_TABLE = "42P01"; // PostgreSQL, appendix A

export function openPostgres(url: string, logger: Pick<Logger, "info" | "error">): Database {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS, // statement_timeout is set with each transaction: poolers reject it here
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
    application_name: "for-commerce",
  });
  let isAvailable = true;

  // Without a listener, a lost connection would end the process; the next statement opens another.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  const transaction = async <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await pool.connect().catch((error: unknown) => {
      if (isAvailable)
        logger.error({ reason: errorMessage(error) }, "PostgreSQL is unavailable: forms cannot be stored");
      isAvailable = false;
      throw error;
    });
    let failure: Error | undefined;
    try {
      await client.query(`BEGIN; SET LOCAL statement_timeout = ${TIMEOUT_MS}`);
      const result = await work(client);
      await client.query("COMMIT");
      if (!isAvailable) logger.info("PostgreSQL is available again");
      isAvailable = true;
      return result;
    } catch (error) {
      failure = error as Error;
      if ((error as { code?: unknown }).code !== UNDEFINED_TABLE) throw error;
      throw new DatabaseReplaced(undefined, { cause: error });
    } finally {
      client.release(failure); // a failed one is closed, which rolls back
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

    schemaVersion: () => transaction(schemaVersion),

    usedBytes: () =>
      transaction(async (client) => {
        const bytes = `CAST(COALESCE(sum(pg_column_size(fields) + ${ROW_BYTES}), 0) AS float)`;
        return (await client.query<{ bytes: number }>(`SELECT ${bytes} AS bytes FROM submissions`)).rows[0]!.bytes;
      }),

    migrate: (migrations) =>
      transaction(async (client) => {
        await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
        const version = await schemaVersion(client);
        if (version >= migrations.length) return; // a role that cannot create tables can use existing ones
        if (version === 0) await client.query("CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)");
        for (const sql of migrations.slice(version).flat()) await client.query(sql);
        await client.query("DELETE FROM schema_version");
        await client.query("INSERT INTO schema_version (version) VALUES ($1)", [migrations.length]);
      }),

    async purgeDeleted() {}, // left to the server's vacuum

    close: () => pool.end(),
  };
}

async function schemaVersion(client: PoolClient): Promise<number> {
  const { rows: tables } = await client.query("SELECT to_regclass('schema_version') AS found");
  if (tables[0].found === null) return 0;
  const { rows } = await client.query<{ version: number }>("SELECT version FROM schema_version");
  return rows[0]?.version ?? 0;
}

function numbered(sql: string): string {
  let number = 0;
  return sql.replace(/\?/g, () => `$${++number}`);
}
