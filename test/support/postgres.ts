/** A PostgreSQL of the tests' own. */
import { type ChildProcess, execFileSync } from "node:child_process";
import { chownSync, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { afterAll } from "@jest/globals";
import { Client } from "pg";
import { newFolder } from "./folders.js";
import { freePort } from "./free-port.js";
import { describeWith, endProgram, startProgram } from "./processes.js";

const versions = "/usr/lib/postgresql"; // Debian's
const newest = existsSync(versions) ? readdirSync(versions).sort().at(-1)! : "*";
const program = (name: string) => path.join(versions, newest, "bin", name);

interface PostgresServer {
  start(): Promise<void>;
  /** SIGINT closes connections properly, SIGQUIT is like a crash. */
  stop(signal?: "SIGINT" | "SIGQUIT"): Promise<void>;
  newDatabase(): Promise<string>;
}

/** Runs tests with a PostgreSQL of their own, with fsync. Skipped, with a note, if Debian's postgresql is not installed. */
export function describeWithPostgres(name: string, tests: (postgres: PostgresServer) => void): void {
  describeWith(program("postgres"), name, () => {
    let folder: string | undefined;
    let child: ChildProcess | undefined;
    let port = 0;
    let databases = 0;
    const address = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
    const postgres: PostgresServer = {
      async start() {
        port ||= await freePort();
        folder ??= newCluster();
        const options = ["-D", path.join(folder, "data"), "-p", `${port}`, "-k", folder, "-h", "127.0.0.1"];
        const ready = /ready to accept connections/;
        ({ child } = await startProgram(program("postgres"), options, ready, { cwd: folder, ...notRoot() }));
      },
      stop: (signal = "SIGINT") => endProgram(child, signal),
      async newDatabase() {
        const client = new Client(address("postgres"));
        await client.connect();
        const database = `database_${++databases}`;
        await client.query(`CREATE DATABASE ${database}`);
        await client.end();
        return address(database);
      },
    };
    afterAll(() => postgres.stop("SIGQUIT"));
    tests(postgres);
  });
}

function newCluster(): string {
  const folder = newFolder();
  const { uid, gid } = notRoot();
  if (uid !== undefined) chownSync(folder, uid, gid!);
  const options = ["-D", path.join(folder, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"];
  execFileSync(program("initdb"), options, { cwd: folder, stdio: "pipe", ...notRoot() });
  return folder;
}

function notRoot(): { uid?: number; gid?: number } {
  if (process.getuid!() !== 0) return {};
  const idOf = (option: string) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}
