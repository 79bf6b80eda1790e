import { Pool } from "pg";
import type { Database, Row } from "./database.js";

/** Short, because a visitor is waiting. */
const TIMEOUT_MS = 5000;
const MAX_CONNECTIONS = 4;
/** An estimate of the size of a row without the text of its fields. */
const ROW_BYTES = 500;

export function openPostgres(url: string): Database {
  const pool = new Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS, // statement_timeout is set with each transaction: poolers reject it here
    idleTimeoutMillis: 60_000,
    allowExitOnIdle: true,
    application_name: "for-commerce",
  });

  // Without a listener, a lost connection would end the process; the next statement opens another.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));

  const run: Database["run"] = async (statements) => {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query(`BEGIN; SET LOCAL statement_timeout = ${TIMEOUT_MS}`);
      const results: Row[][] = [];
      for (const { sql, values } of statements)
        results.push((await client.query<Row>(numbered(sql), [...values])).rows);
      await client.query("COMMIT");
      return results;
    } catch (error) {
      failure = error as Error;
      throw error;
    } finally {
      client.release(failure); // a failed one is closed, which rolls back
    }
  };

  return {
    run,
    isReplaced: () => false,
    selectTables: "SELECT tablename AS name FROM pg_tables WHERE schemaname = ANY (current_schemas(false))",

    async usedBytes() {
      const bytes = `CAST(COALESCE(sum(pg_column_size(fields) + ${ROW_BYTES}), 0) AS float)`;
      const [[row] = []] = await run([{ sql: `SELECT ${bytes} AS bytes FROM submissions`, values: [] }]);
      return row?.bytes as number;
    },

    async purgeDeleted() {}, // left to the server's vacuum

    close: () => pool.end(),
  };
}

function numbered(sql: string): string {
  let number = 0;
  return sql.replace(/\?/g, () => `$${++number}`);
}
