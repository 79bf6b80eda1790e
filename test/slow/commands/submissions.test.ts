/** `npm run submissions`, as the team runs it. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import LibSQL from "libsql";
import { submissionsCsv } from "../../../src/formats/submissions-csv.js";
import { forEvery } from "../../support/for-every.js";
import { describeWithPostgres } from "../../support/postgres.js";
import { runSubmissions } from "../../support/run-node.js";
import { DAY_MS, newFolder, sent, setClock, storeAt } from "../../support/store.js";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

/** What says which file was read. */
const named = () => `Database: ${folder}/submissions.db\n`;
const run = (...words: string[]) => runSubmissions({ DATA_DIR: folder }, ...words);
const linesOf = async (...words: string[]) => (await run(...words)).stdout.split("\n");
const exported = async (...words: string[]) => JSON.parse((await run("export", "--format", "json", ...words)).stdout);
const exportedMessages = async (...words: string[]) =>
  (await exported(...words)).map(({ fields }: { fields: { message: string } }) => fields.message);

/** Puts submissions into the file, each so many days ago. */
async function storeAll(all: readonly (Record<string, any> & { readonly daysAgo?: number })[]) {
  const now = Date.now();
  const clock = setClock(now);
  const store = storeAt({ folder }, clock);
  for (const { daysAgo = 0, ...fields } of all) {
    clock.now = now - daysAgo * DAY_MS - 1;
    await store.add(sent(fields), fields.suspected ? [] : ["mail"]);
  }
  return store;
}

describe("A date", () => {
  const EVENT = "after-commerce-gothenburg-2027-05-06";
  let references: string[];
  beforeEach(async () => {
    const form = { form: "date", event: EVENT, message: "" };
    const store = await storeAll([
      { ...form, name: "Ada <b>Lind</b>", note: "By train & bus", daysAgo: 4 },
      { ...form, name: "Bo Ek", email: "Ada+bo@example.com", daysAgo: 3 },
      { form: "seat-varberg", date: EVENT, name: "Cilla", company: "Lamps AB", email: "c@example.com", daysAgo: 2 },
      { ...form, name: "Bot", email: "bot@example.com", suspected: true, daysAgo: 1 },
      { form: "date", event: "after-commerce-gothenburg-2027-04-01", email: "d@example.com" },
    ]);
    references = (await store.list({})).map(({ id }) => id);
  });

  it("list, export and dates have each mailbox once, with all its references", async () => {
    const [first, ...others] = await linesOf("list", "--event", EVENT);
    expect(first).toContain(`Ada <b>Lind</b> / Bo Ek  Ada+bo@example.com    ${references[0]} ${references[1]}`);
    expect(first).toContain(`  ${EVENT}  By train & bus`);
    expect(others).toEqual([expect.any(String), expect.stringContaining("suspected"), "Total: 3", ""]);
    const addresses = (await exported("--event", EVENT)).map(({ fields }: any) => fields.email);
    expect(addresses).toEqual(["Ada+bo@example.com", "c@example.com", "bot@example.com"]);
    const ofDate = (await linesOf("dates")).find((line) => line.includes(EVENT));
    expect(ofDate).toMatch(/^ +2 {2}\S+ {2}After Commerce in Gothenburg, .* 13 May 2027/);
  });

  it("an unknown or misspelt date is reported", async () => {
    expect(await run("list", "--event", `${EVENT}x`)).toMatchObject({ status: 1, stdout: "" });
    const stderr = expect.stringMatching(/^Database: .*\nThere is no date nowhere-2027-01-01\. /);
    expect(await run("notify", "--event", "nowhere-2027-01-01")).toEqual({ status: 1, stdout: "", stderr });
  });

  it("the door list is one page with a box for each name, and nothing from elsewhere", async () => {
    const { stdout } = await run("export", "--event", EVENT, "--format", "html");
    const $ = load(stdout);
    const rows = $("tbody tr").toArray();
    const texts = rows.map((row) =>
      $("td", row)
        .toArray()
        .map((cell) => $(cell).text()),
    );
    expect(texts).toEqual([
      ["Ada <b>Lind</b>Bo Ek", "", "By train & bus"],
      ["Cilla", "Lamps AB", ""],
    ]);
    expect($(".box").length).toBe(3);
    expect(stdout).not.toMatch(/https?:|src=|<script|<link/);
  });
});

it("list prints a line for each submission, oldest first, with the first line of its text, and the total", async () => {
  const seat = { form: "seat-varberg", message: "", case: "The case", why: `${"Why ".repeat(20)}\nnot` };
  const store = await storeAll([
    { form: "join", locale: "nb", name: "Bo  Ek", suspected: true },
    { message: "First\nsecond", daysAgo: 2 },
    { ...seat, daysAgo: 1 },
  ]);
  const [first, second, third] = await store.list({});
  expect(await run("list")).toEqual({
    status: 0,
    stdout: [
      `${first!.receivedAt}  contact  en  Ada Lind  ada@example.com    ${first!.id}    First`,
      `${second!.receivedAt}  seat-varberg  en  Ada Lind  ada@example.com    ${second!.id}    ${"Why ".repeat(15)}…`,
      `${third!.receivedAt}  join  nb  Bo Ek  ada@example.com  suspected  ${third!.id}    Hello there.`,
      "Total: 3",
      "",
    ].join("\n"),
    stderr: named(),
  });
});

it("list prints no control characters of a submission to the terminal", async () => {
  const nasty = "\u001b]0;owned\u0007\u001b[2J\u009b31m\r\b\n2027-01-01  forged\u202e\u2066\u200b\u2028\u{e0041}\u007f";
  await storeAll([{ name: nasty, email: `a${nasty}@example.com` }]);
  const { stdout } = await run("list");
  expect(stdout.split("\n")).toHaveLength(3);
  expect(stdout.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
  expect(stdout).toContain("forged");
});

it("show prints every field of one submission, without control characters", async () => {
  const store = await storeAll([{ message: "First\n\u001b[2Jsecond" }, { name: "Bo", daysAgo: 1 }]);
  const { id, receivedAt } = (await store.list({}))[1]!;
  expect((await run("show", id)).stdout).toBe(
    `id: ${id}\nform: contact\nlocale: en\nreceivedAt: ${receivedAt}\nsuspected: false\n
about\n  other\n\nname\n  Ada Lind\n\nemail\n  ada@example.com\n\nmessage\n  First\n   [2Jsecond\n`,
  );
  const stderr = expect.stringContaining("There is no submission");
  expect(await run("show", "nothing")).toMatchObject({ status: 1, stderr });
});

it.each([
  ["--form join", ["1"]],
  ["--form=contact --suspected", ["3"]],
  ["--email BO@EXAMPLE.COM", ["2", "3"]],
  ["--older-than 90d", ["1", "2"]],
  ["--older-than 12m", ["1"]],
  ["--older-than 0d", ["1", "2", "3", "4"]],
  ["--older-than 9999m", []],
  ["--newer-than 90d", ["3", "4"]],
  ["--older-than 90d --email bo@example.com", ["2"]],
  ["--id nothing", []],
])("%s selects the same submissions for export and erase, which logs their ids only", async (options, selected) => {
  const store = await storeAll([
    { message: "1", form: "join", daysAgo: 400 },
    { message: "2", email: "Bo@Example.com", daysAgo: 91 },
    { message: "3", email: "bo@example.com", suspected: true, daysAgo: 89 },
    { message: "4", email: "bo@example.org" },
  ]);
  const words = options.split(" ");
  const all = await store.list({});
  expect(await exportedMessages(...words)).toEqual(selected);
  const stdout = `${selected.length} would be erased. Add --yes to erase them.\n`;
  expect(await run("erase", ...words)).toEqual({ status: 0, stdout, stderr: named() });
  expect(await store.list({})).toHaveLength(4);

  const erased = await run("erase", "--yes", ...words);
  expect(erased).toMatchObject({ status: 0, stderr: `${named()}${selected.length} erased.\n` });
  const logged = erased.stdout
    .split("\n")
    .slice(0, -1)
    .flatMap((line) => JSON.parse(line).erased);
  const isSelected = ({ fields }: { fields: Readonly<Record<string, string>> }) => selected.includes(fields.message!);
  expect(logged.sort()).toEqual(
    all
      .filter(isSelected)
      .map(({ id }) => id)
      .sort(),
  );
  expect(erased.stdout).not.toContain("@");
  expect(await store.list({})).toEqual(all.filter((one) => !isSelected(one)));
});

it("erase --id erases one submission and its queued mail", async () => {
  const store = await storeAll([{ message: "1", daysAgo: 1 }, { message: "2" }]);
  const [{ id } = { id: "" }] = await store.list({});
  const time = expect.stringMatching(/^2.*Z$/);
  expect(JSON.parse((await run("erase", "--id", id, "--yes")).stdout)).toEqual({ time, erased: [id] });
  expect((await store.queue("mail").claim(1000))?.submission.fields.message).toBe("2");
  expect(await store.queue("mail").claim(1000)).toBeUndefined();
});

it("--help prints the usage", async () => {
  const stdout = expect.stringContaining("npm run submissions -- COMMAND");
  expect(await run("--help")).toEqual({ status: 0, stdout, stderr: "" });
});

forEvery([
  ["", /The command must be one of list, show, dates, export, erase, notify, backup, restore, copy\./],
  ["toString", /The command must be/],
  ["show", /show needs ID/],
  ["backup", /backup needs FILE/],
  ["copy --to mysql://localhost/x", /copy needs --to/],
  ["list erase", /list does not take "erase"/],
  ["list --form nothing", /--form must be one of .*contact/],
  ["list --form", /--form/],
  ["list --all", /--all/],
  ["list --format csv", /list does not take --format\./],
  ["export --format xml", /--format must be csv, json or html/],
  ["export --format html", /--format html needs --event/],
  ["export --format json --delimiter ;", /--delimiter is only for --format csv\./],
  ["export --delimiter |", /--delimiter must be/],
  ["erase --older-than 12", /--older-than must be/],
  ["erase --older-than -1d --yes", /older-than/],
  ["erase --older-than 1.5m --yes", /older-than/],
  ["erase --older-than= --yes", /older-than/],
  ["erase --email --yes", /--email/],
  ["erase --email= --form join --yes", /--email is empty/],
  ["erase --form join --event x --yes", /erase does not take --event\./],
  ["erase --form contact --form join --yes", /--form is given twice\./],
  ["erase --yes", /erase needs a filter/],
])("invalid use ends with 1, the reason and the usage, and erases nothing", async (words, reason) => {
  const store = await storeAll([{ form: "join", email: "" }]);
  const { status, stdout, stderr } = await run(...words.split(" ").filter(Boolean));
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(reason);
  expect(stderr).toContain("npm run submissions -- COMMAND");
  expect(stderr).not.toContain("    at ");
  expect(await store.list({})).toHaveLength(1);
});

describe("The database", () => {
  it("is not created by a command", async () => {
    const missing = expect.stringMatching(/^There is no .*submissions\.db/);
    expect(await run("list")).toEqual({ status: 1, stdout: "", stderr: missing });
    const none = await runSubmissions({ NODE_ENV: "production", BASE_URL: "https://www.example.com" }, "list");
    const stderr = "There is no database. Set DATABASE_URL or DATA_DIR as for the site.\n";
    expect(none).toEqual({ status: 1, stdout: "", stderr });
  });

  it("of version 1.0.0, or a damaged one, is reported in one sentence", async () => {
    const file = path.join(folder, "submissions.db");
    const old = new LibSQL(file);
    old.exec("CREATE TABLE submissions (id text); CREATE TABLE outbox (submission_id text); PRAGMA user_version = 4");
    old.close();
    const reported = async () => (await run("list")).stderr.replace(named(), "");
    expect(await reported()).toMatch(/^The database was made by version 1\.0\.0: export .*start again\.\n$/);
    writeFileSync(file, "This is no database. ".repeat(100));
    expect(await reported()).toMatch(/^the file is damaged, or is no database: [^\n]+\n$/);
  });

  it.each(["{", "null", '{"a":1}'])(
    "with a row %s loses the others in no export, and the command ends with 1",
    async (broken) => {
      await storeAll([{ message: "one", daysAgo: 1 }, { message: "two" }]);
      const [{ id }] = await exported();
      const database = new LibSQL(path.join(folder, "submissions.db"));
      database.prepare("UPDATE submissions SET fields = ? WHERE id = ?").run(broken, id);
      database.close();
      const stderr = `${named()}Left out, because its fields are not a JSON object of texts: ${id}\n`;
      expect(await run("list")).toEqual({ status: 1, stdout: expect.stringMatching(/Total: 1\n$/), stderr });
      expect(await exportedMessages()).toEqual(["two"]);
    },
  );

  it("that is unavailable, or at no valid address, is reported without its password", async () => {
    for (const host of ["localhost", "127.0.0.1"]) {
      const unavailable = await runSubmissions({ DATABASE_URL: `postgres://site:pass-word@${host}:1/site` }, "list");
      const stderr = expect.not.stringMatching(/pass-word| {4}at /);
      expect(unavailable).toEqual({ status: 1, stdout: "", stderr });
      expect(unavailable.stderr).toMatch(/ECONNREFUSED/);
    }
    const stderr = expect.stringMatching(/DATABASE_URL: must be [^\n]+\n$/);
    expect(await runSubmissions({ DATABASE_URL: "mysql://localhost/x" }, "list")).toMatchObject({ status: 1, stderr });
  });
});

describeWithPostgres("A PostgreSQL database", (postgres) => {
  it("is named without its password, and gets no tables from a command", async () => {
    await postgres.start();
    const url = new URL(await postgres.newDatabase());
    url.password = "pass-word";
    const list = () => runSubmissions({ DATABASE_URL: url.href }, "list");
    const name = `${url.protocol}//${url.host}${url.pathname}`;
    const missing = expect.stringContaining(`${name} has no tables of the site.`);
    for (let time = 0; time < 2; time++) expect(await list()).toMatchObject({ status: 1, stderr: missing });

    await storeAt({ url: url.href }).add(sent(), ["mail"]);
    const stdout = expect.stringMatching(/Total: 1\n$/);
    expect(await list()).toEqual({ status: 0, stdout, stderr: `Database: ${name}\n` });
  });
});

it("export prints every submission as JSON, also long output completely", async () => {
  const long = Array.from({ length: 100 }, (_, number) => ({ message: `${number} ${"long ".repeat(900)}` }));
  const store = await storeAll([{ message: 'Line\n"two"\t=1+1 🙂' }, { form: "student", school: "KTH" }, ...long]);
  expect(await exported()).toEqual(await store.list({}));
  expect(await exported("--id", "x")).toEqual([]);
});

it("export prints CSV by default, with semicolons if they are asked for", async () => {
  const store = await storeAll([{ message: 'One; "two"' }, { form: "student", school: "KTH" }]);
  const all = await store.list({});
  expect((await run("export")).stdout).toBe(submissionsCsv(all));
  expect((await run("export", "--delimiter", ";")).stdout).toBe(submissionsCsv(all, ";"));
});
