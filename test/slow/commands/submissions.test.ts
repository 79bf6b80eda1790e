/** `npm run submissions`, as the team runs it. */
import { spawnSync } from "node:child_process";
import { beforeEach, expect, it } from "@jest/globals";
import { load } from "cheerio";
import LibSQL from "libsql";
import { submissionsCsv } from "../../../src/commands/csv.js";
import { forEvery } from "../../support/for-every.js";
import { textsOf } from "../../support/html.js";
import { describeWithPostgres } from "../../support/postgres.js";
import { runSubmissions } from "../../support/processes.js";
import { DAY_MS, newFolder, planned, sent, setClock, storeAt } from "../../support/store.js";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

const named = () => `Database: ${folder}/submissions.db\n`;
const run = (...words: string[]) => runSubmissions({ DATA_DIR: folder }, ...words);
const linesOf = async (...words: string[]) => (await run(...words)).stdout.split("\n");
const exported = async (...words: string[]) => JSON.parse((await run("export", "--format", "json", ...words)).stdout);
const exportedMessages = async (...words: string[]) =>
  (await exported(...words)).map(({ fields }: { fields: { message: string } }) => fields.message);

async function storeAll(all: readonly (Record<string, any> & { readonly daysAgo?: number })[]) {
  const now = Date.now();
  const clock = setClock(now);
  const store = storeAt({ folder }, clock);
  for (const { daysAgo = 0, ...fields } of all) {
    clock.now = now - daysAgo * DAY_MS - 1;
    await store.add(sent(fields), planned("mail"));
  }
  return store;
}

it("of a date, every command has each mailbox once with all its references, and the door list a box for each name", async () => {
  const event = "after-commerce-gothenburg-2027-05-06";
  const form = { form: "date", event, message: "" };
  const store = await storeAll([
    { ...form, name: "Ada <b>Lind</b>", note: "By train & bus", daysAgo: 4 },
    { ...form, name: "Bo Ek", email: "Ada+bo@example.com", daysAgo: 3 },
    { form: "seat-varberg", date: event, name: "Cilla", company: "Lamps AB", email: "c@example.com", daysAgo: 2 },
    { ...form, name: "Bot", email: "bot@example.com", suspected: true, daysAgo: 1 },
    { form: "date", event: "after-commerce-gothenburg-2027-04-01", email: "d@example.com" },
  ]);
  const references = (await store.list({})).map(({ id }) => id);
  const [first, ...others] = await linesOf("list", "--event", event);
  expect(first).toContain(`Ada <b>Lind</b> / Bo Ek  Ada+bo@example.com    ${references[0]} ${references[1]}`);
  expect(first).toContain(`  ${event}  By train & bus`);
  expect(others).toEqual([expect.any(String), expect.stringContaining("suspected"), "Total: 3", ""]);
  const addresses = (await exported("--event", event)).map(({ fields }: any) => fields.email);
  expect(addresses).toEqual(["Ada+bo@example.com", "c@example.com", "bot@example.com"]);
  const ofDate = (await linesOf("dates")).find((line) => line.includes(event));
  expect(ofDate).toMatch(/^ +3 {2}\S+ {2}After Commerce in Gothenburg, .* 13 May 2027/);
  const { stdout } = await run("export", "--event", event, "--format", "html");
  const $ = load(stdout);
  expect(textsOf($, "tbody td")).toEqual([
    ...["Ada <b>Lind</b>Bo Ek", "", "By train & bus", "Ada+bo@example.com", "English"],
    ...["BotPerhaps sent by a program", "", "", "bot@example.com", "English"],
    ...["Cilla", "Lamps AB", "", "c@example.com", "English"],
  ]);
  expect($(".box").length).toBe(4);
  expect(stdout).not.toMatch(/https?:|src=|<script|<link/);
  expect(await run("list", "--event", `${event}x`)).toMatchObject({ status: 1, stdout: "" });
  const stderr = expect.stringMatching(/^Database: .*\nThere is no date nowhere-2027-01-01\. /);
  expect(await run("notify", "--event", "nowhere-2027-01-01")).toEqual({ status: 1, stdout: "", stderr });
});

it("a day or a series in place of a date names its dates", async () => {
  await storeAll([{}]);
  const day = (await linesOf("dates"))[0]!.match(/(\d{4}-\d\d-\d\d) /)![1]!;
  for (const [command, text, id] of [
    ["list", "after-commerce-gothenburg", /\n {2}after-commerce-gothenburg-\d{4}-\d\d-\d\d\n/],
    ["export", day, new RegExp(`\\n {2}[a-z-]+-${day}\\n`)],
    ["notify", day, new RegExp(`\\n {2}[a-z-]+-${day}\\n`)],
  ] as const) {
    const stderr = expect.stringMatching(id);
    expect(await run(command, "--event", text)).toEqual({ status: 1, stdout: "", stderr });
  }
});

it("dates has the next ten, of a city if it is given, and others with sign-ups, also those that the site lost", async () => {
  const gone = "former-evening-2027-01-01";
  await storeAll([{ event: gone }, { form: "seat-varberg", date: "any" }].map((one) => ({ form: "date", ...one })));
  const lines = await linesOf("dates");
  expect(lines.slice(0, 10).join("\n")).toMatch(/^( {2}0 {2}\S+-\d{4}-\d\d-\d\d {2}.*\n?){10}$/);
  const others = expect.stringMatching(/^\d+ later dates, without sign-ups$/);
  expect(lines.slice(10)).toEqual([`  1  ${gone}  is not on the site any more`, others, ""]);
  const ofCity = (await linesOf("dates", "--city", "Göteborg")).filter((line) => line.startsWith("  0"));
  expect(ofCity).toHaveLength(10);
  expect(ofCity.join("\n")).not.toMatch(/stockholm|varberg/);
  const stderr = expect.stringMatching(/^.*\n--city must be one of gothenburg, /);
  expect(await run("dates", "--city", "Paris")).toMatchObject({ status: 1, stderr });
});

it("list prints a line for each submission, oldest first, with the first line of its text, and show every field", async () => {
  const seat = { form: "seat-varberg", message: "", case: "The case", why: `${"Why ".repeat(20)}\nnot` };
  const store = await storeAll([
    { form: "join", locale: "nb", name: "Bo  Ek", suspected: true },
    { message: "First\nsecond", daysAgo: 2 },
    { ...seat, daysAgo: 1 },
  ]);
  const [first, second, third] = await store.list({});
  expect(await linesOf("list")).toEqual([
    `${first!.receivedAt}  contact  en  Ada Lind  ada@example.com    ${first!.id}    First`,
    `${second!.receivedAt}  seat-varberg  en  Ada Lind  ada@example.com    ${second!.id}    ${"Why ".repeat(15)}…`,
    `${third!.receivedAt}  join  nb  Bo Ek  ada@example.com  suspected  ${third!.id}    Hello there.`,
    "Total: 3",
    "",
  ]);
  expect((await run("show", first!.id)).stdout).toBe(
    `id: ${first!.id}\nform: contact\nlocale: en\nreceivedAt: ${first!.receivedAt}\nsuspected: false\n
about\n  other\n\nname\n  Ada Lind\n\nemail\n  ada@example.com\n\nmessage\n  First\n  second\n`,
  );
  const stderr = expect.stringContaining("There is no submission");
  expect(await run("show", "nothing")).toMatchObject({ status: 1, stderr });
});

it("a cancelled sign-up is on no list, and is found by its sender's address and its id, with a mark", async () => {
  const event = "after-commerce-gothenburg-2027-05-06";
  const store = await storeAll([{ form: "date", event, daysAgo: 1 }, { message: "Stays" }]);
  const [{ id } = { id: "" }] = await store.list({});
  await run("cancel", id);
  for (const words of [[], ["--form", "date"], ["--newer-than", "9d"]])
    expect((await exported(...words)).map((each: any) => each.id)).not.toContain(id);
  for (const filter of ["--email=ADA@example.com", `--id=${id}`]) {
    const found = await exported(filter);
    expect(found[0]).toMatchObject({ id, cancelledAt: expect.stringMatching(/^20/) });
    expect((await run("erase", filter)).stdout).toContain(`${found.length} would be erased.`);
    expect((await linesOf("list", filter))[0]).toContain(`  cancelled  ${id}  ${event}`);
  }
  expect((await run("show", id)).stdout).toMatch(/\nsuspected: false\ncancelledAt: 20\S+Z\n\n/);
});

it("waiting prints what is not sent yet, by kind", async () => {
  const store = await storeAll([{ message: "1", daysAgo: 1 }, { message: "2" }]);
  const [{ receivedAt } = { receivedAt: "" }] = await store.list({});
  expect((await run("waiting")).stdout).toBe(`2  mail  tried 0 times at most, next ${receivedAt}\n`);
  await store.erase({});
  expect((await run("waiting")).stdout).toBe("Nothing waits to be sent.\n");
});

it("list and show print no control characters of a submission to the terminal", async () => {
  const nasty = "\u001b]0;owned\u0007\u001b[2J\u009b31m\r\b\n2027-01-01  forged\u202e\u2066\u200b\u2028\u{e0041}\u007f";
  const store = await storeAll([{ name: nasty, email: `a${nasty}@example.com`, message: nasty }]);
  const [{ id } = { id: "" }] = await store.list({});
  for (const words of [["list"], ["show", id]]) {
    const { stdout } = await run(...words);
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    expect(stdout).toContain("forged");
    expect(stdout).not.toMatch(/^2027/m);
  }
});

it("filters select the same submissions for export and erase, which needs --yes and logs only the ids", async () => {
  const store = await storeAll([
    { message: "1", form: "join", daysAgo: 400 },
    { message: "2", email: "Bo@Example.com", daysAgo: 91 },
    { message: "3", email: "bo@example.com", suspected: true, daysAgo: 89 },
    { message: "4", email: "bo@example.org" },
  ]);
  const selected = { "--form=contact --suspected": "3", "--older-than 12m": "1", "--newer-than 90d": "34" };
  for (const [filters, messages] of Object.entries(selected)) {
    const stdout = `${messages.length} would be erased. Add --yes to erase them.\n`;
    expect(await exportedMessages(...filters.split(" "))).toEqual([...messages]);
    expect(await run("erase", ...filters.split(" "))).toEqual({ status: 0, stdout, stderr: named() });
  }
  const [, two] = await store.list({});
  const stdout = expect.stringMatching(new RegExp(`^{"time":"2.*Z","erased":\\["${two!.id}"\\]}\n$`));
  const erased = await run("erase", "--older-than", "90d", "--email", "BO@EXAMPLE.COM", "--yes");
  expect(erased).toEqual({ status: 0, stdout, stderr: `${named()}1 erased.\n` });
  expect(await exportedMessages()).toEqual(["1", "3", "4"]);
});

forEvery([
  ["", "The command must be one of list, show, dates, waiting, export, erase, cancel, notify, backup, restore, copy."],
  ["show", "show needs ID"],
  ["copy --to mysql://localhost/x", "copy needs --to"],
  ["list erase", 'list does not take "erase"'],
  ["export --format xml", "--format must be csv, json or html"],
  ["erase --older-than 12 --yes", "--older-than must be"],
  ["erase --email= --form join --yes", "--email is empty"],
  ["erase --form join --event x --yes", "erase does not take --event."],
  ["erase --form contact --form join --yes", "--form is given twice."],
  ["erase --yes", "erase needs a filter"],
])("invalid use ends with 1, the reason and the usage, and erases nothing", async (words, reason) => {
  const store = await storeAll([{ form: "join", email: "", message: words }]);
  const { status, stdout, stderr } = await run(...words.split(" ").filter(Boolean));
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  for (const part of [reason, "npm run submissions -- COMMAND"]) expect(stderr).toContain(part);
  expect(stderr).not.toContain("    at ");
  expect((await store.list({})).at(-1)!.fields.message).toBe(words);
});

it("no command creates a file, and a database that is unavailable is reported without its password", async () => {
  const missing = expect.stringMatching(/^There is no .*submissions\.db/);
  expect(await run("list")).toEqual({ status: 1, stdout: "", stderr: missing });
  const variables = { DATABASE_URL: "postgres://site:pass-word@localhost:1/x" };
  const { stderr, ...rest } = await runSubmissions(variables, "list");
  expect(rest).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/ECONNREFUSED/);
  expect(stderr).not.toMatch(/pass-word| {4}at /);
});

it("a row whose fields somebody has spoilt keeps no other from a list", async () => {
  const store = await storeAll([{ message: "one", daysAgo: 1 }, { message: "two" }]);
  const [{ id } = { id: "" }] = await store.list({});
  const database = new LibSQL(`${folder}/submissions.db`);
  database.prepare("UPDATE submissions SET fields = ? WHERE id = ?").run('{"a":1}', id);
  database.close();
  expect(await exportedMessages()).toEqual([undefined, "two"]);
  expect((await linesOf("list"))[0]).toContain(id);
  expect((await run("show", id)).stdout).toContain('{"a":1}');
});

describeWithPostgres("A PostgreSQL database", (postgres) => {
  it("is named without its password, and gets no tables from a command", async () => {
    await postgres.start();
    const url = new URL(await postgres.newDatabase());
    url.password = "pass-word";
    const list = () => runSubmissions({ DATABASE_URL: url.href }, "list");
    const name = `${url.protocol}//${url.host}${url.pathname}`;
    const stderr = expect.stringContaining(`${name} has no tables of the site.`);
    for (const _again of [1, 2]) expect(await list()).toMatchObject({ status: 1, stderr });
    await storeAt({ url: url.href }).add(sent(), planned("mail"));
    const stdout = expect.stringMatching(/Total: 1\n$/);
    expect(await list()).toEqual({ status: 0, stdout, stderr: `Database: ${name}\n` });
  });
});

it("export prints every submission as CSV, with semicolons if they are asked for, or as JSON, also long output", async () => {
  const long = Array.from({ length: 100 }, (_, number) => ({ message: `${number} ${"long ".repeat(900)}` }));
  const store = await storeAll([{ message: 'Line; \n"two"\t=1+1 🙂' }, { form: "student", school: "KTH" }, ...long]);
  const all = await store.list({});
  expect(await exported()).toEqual(all.map(({ dateId: _, ...shown }) => shown));
  expect((await run("export")).stdout).toBe(submissionsCsv(all));
  expect((await run("export", "--delimiter", ";")).stdout).toBe(submissionsCsv(all, ";"));
  const command = `set -o pipefail; "${process.execPath}" dist/commands/submissions.js export | true`;
  const options = { env: { PATH: process.env.PATH!, DATA_DIR: folder }, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync("bash", ["--norc", "-c", command], options); // as a reader that has seen enough
  expect({ status, stderr }).toEqual({ status: 0, stderr: named() });
});
