/** A store of submissions, also in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { afterEach } from "@jest/globals";
import type { DatabaseLocation } from "../../src/storage/database.js";
import { openDatabase } from "../../src/storage/schema.js";
import { type PlannedDelivery, SubmissionStore } from "../../src/storage/store.js";
import { dateIdInFields, type NewSubmission } from "../../src/storage/submission.js";

export { newFolder } from "./folders.js";

export const NOON = Date.parse("2027-02-09T12:00:00Z");
export const DAY_MS = 24 * 60 * 60 * 1000;

const stores: SubmissionStore[] = [];
const children: ChildProcess[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const store of stores) await store.close(); // one that is used again opens again
});

export function storeAt(place: DatabaseLocation, clock = Date.now, builtAt = 0): SubmissionStore {
  const store = new SubmissionStore(() => openDatabase(place), clock, builtAt);
  stores.push(store);
  return store;
}

export function setClock(milliseconds = NOON) {
  const clock = () => clock.now;
  clock.now = milliseconds;
  return clock;
}

export function sent(given: Record<string, any> = {}): NewSubmission {
  const { form = "contact", locale = "en", suspected = false, ...fields } = given;
  const usual = { about: "other", name: "Ada Lind", email: "ada@example.com", message: "Hello there." };
  return { form, locale, suspected, dateId: dateIdInFields(fields), fields: { ...usual, ...fields } };
}

export const planned = (...channels: string[]): PlannedDelivery[] =>
  channels.map((channel) => ({ channel, to: ["receipt", "reminder"].includes(channel) ? "sender" : "team" }));

/**
 * The store in a process of its own. `code` is a function body that has `store`, `place` and `source` (a module of
 * src/). `go` runs it and returns its result, so that several processes can start at the same moment.
 */
export async function anotherProcess(place: DatabaseLocation, code: string) {
  const src = path.resolve("src");
  const program = `
    const source = (name) => import(${JSON.stringify(src)} + "/" + name);
    const place = ${JSON.stringify(place)};
    const [{ openDatabase }, { SubmissionStore }] = await Promise.all([source("storage/schema.ts"), source("storage/store.ts")]);
    await Promise.all([import("libsql"), import("pg")]);
    const store = new SubmissionStore(() => openDatabase(place), Date.now, 0);
    process.stdout.write("ready\\n");
    await new Promise((resolve) => process.stdin.once("data", resolve));
    const result = await (async () => { ${code} })();
    await store.close();
    process.stdout.write(JSON.stringify(result ?? null));
    process.exit();
  `;
  const child = spawn(process.execPath, ["--import=tsx", "--input-type=module", "-e", program], { stdio: "pipe" });
  children.push(child);
  let out = "";
  let errors = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (errors += chunk));
  const ended = once(child, "close");
  await Promise.race([once(child.stdout, "data"), ended]);
  return {
    child,
    async go(): Promise<any> {
      child.stdin.write("go\n");
      const [code] = await ended;
      if (code !== 0) throw new Error(errors);
      return JSON.parse(out.slice(out.indexOf("\n") + 1));
    },
  };
}
