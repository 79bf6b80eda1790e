/** `npm run submissions`, as the team runs it. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import LibSQL from "libsql";
import { submissionsCsv } from "../../../src/formats/submissions-csv.js";
import { describeWith } from "../../support/installed.js";
import { describeWithPostgres } from "../../support/postgres.js";
import { DAY_MS, newFolder, sent, setClock, storeAt } from "../../support/store.js";

const python = "/usr/bin/python3";

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

/** What says which file was read. */
const named = () => `Database: ${folder}/submissions.db\n`;

function run(...words: string[]) {
  return runWith({ DATA_DIR: folder }, ...words);
}

function runWith(env: Record<string, string>, ...words: string[]) {
  const options = { env: { PATH: process.env.PATH!, ...env }, encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["dist/commands/submissions.js", ...words], options);
  return { status, stdout, stderr };
}

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

const exportedMessages = (...words: string[]) =>
  JSON.parse(run("export", "--format", "json", ...words).stdout).map(({ fields }: any) => fields.message);

it("notify reads the built site, and reports an unknown date", async () => {
  await storeAll([{ event: "nowhere-2027-01-01" }]);
  expect(run("notify", "--event", "nowhere-2027-01-01", "--yes").stderr).toContain("Set SMTP_URL, MAIL_FROM");
  expect(run("notify", "--event", "nowhere-2027-01-01")).toMatchObject({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^Database: .*\nThere is no date nowhere-2027-01-01\. /),
  });
});

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

  it("list and export show each mailbox once, with all its references", () => {
    const lines = run("list", "--event", EVENT).stdout.split("\n");
    expect(lines.length).toBe(5);
    expect(lines[0]).toContain(`Ada <b>Lind</b> / Bo Ek  Ada+bo@example.com    ${references[0]} ${references[1]}`);
    expect(lines[0]).toContain(`  ${EVENT}  By train & bus`);
    expect(lines.slice(2)).toEqual([expect.stringContaining("suspected"), "Total: 3", ""]);
    const exported = JSON.parse(run("export", "--event", EVENT, "--format", "json").stdout);
    expect(exported.map(({ fields }: any) => fields.email)).toEqual([
      "Ada+bo@example.com",
      "c@example.com",
      "bot@example.com",
    ]);
    expect(run("list", "--event", "after-commerce-gothenburg-2027-05-07")).toMatchObject({ status: 1, stdout: "" });
    expect(run("erase", "--event", EVENT, "--yes").stderr).toContain("erase does not take --event.");
  });

  it("dates counts those who signed up for each coming date", () => {
    const lines = run("dates").stdout.split("\n");
    expect(lines.find((line) => line.includes(EVENT))).toMatch(
      /^ +2 {2}\S+ {2}After Commerce in Gothenburg, .* 13 May 2027/,
    );
  });

  it("the door list is one page with a box for each name, and nothing from elsewhere", () => {
    const { stdout } = run("export", "--event", EVENT, "--format", "html");
    const $ = load(stdout);
    const rows = $("tbody tr")
      .toArray()
      .map((row) =>
        $("td", row)
          .toArray()
          .map((cell) => $(cell).text()),
      );
    expect(rows).toEqual([
      ["Ada <b>Lind</b>Bo Ek", "", "By train & bus"],
      ["Cilla", "Lamps AB", ""],
    ]);
    expect($(".box").length).toBe(3);
    expect(stdout).not.toMatch(/https?:|src=|<script|<link/);
    expect(run("export", "--format", "html").stderr).toContain("--format html needs --event");
  });
});

describe("submissions list", () => {
  it("prints a line for each submission, oldest first, and the total", async () => {
    const store = await storeAll([{ form: "join", locale: "nb", name: "Bo  Ek", suspected: true }, { daysAgo: 2 }]);
    const [older, newer] = await store.list({});

    expect(run("list")).toEqual({
      status: 0,
      stdout: [
        `${older!.receivedAt}  contact  en  Ada Lind  ada@example.com    ${older!.id}    Hello there.`,
        `${newer!.receivedAt}  join  nb  Bo Ek  ada@example.com  suspected  ${newer!.id}    Hello there.`,
        "Total: 2",
        "",
      ].join("\n"),
      stderr: named(),
    });
  });

  it("prints a total of zero, and creates no database if there is none", async () => {
    expect(run("list")).toMatchObject({
      status: 1,
      stdout: "",
      stderr: expect.stringMatching(/^There is no .*submissions\.db/),
    });
    await storeAll([{}]);
    expect(run("erase", "--email", "ada@example.com", "--yes").stderr).toBe(`${named()}1 erased.\n`);
    expect(run("list")).toEqual({ status: 0, stdout: "Total: 0\n", stderr: named() });
  });

  it("ends each line with the first line of the message, or of the first long answer, truncated", async () => {
    const seat = { form: "seat-varberg", message: "", case: "The case", why: `${"Why ".repeat(20)}\nnot` };
    await storeAll([
      { message: "First\nsecond", daysAgo: 2 },
      { ...seat, daysAgo: 1 },
    ]);
    const lines = run("list").stdout.split("\n");
    expect(lines.slice(0, 2).map((line) => line.split("  ").at(-1))).toEqual(["First", `${"Why ".repeat(15)}…`]);
  });

  it("filters by --newer-than and --older-than", async () => {
    await storeAll([
      { message: "old", daysAgo: 8 },
      { message: "new", daysAgo: 6 },
    ]);
    expect(exportedMessages("--newer-than", "7d")).toEqual(["new"]);
    expect(exportedMessages("--older-than", "7d")).toEqual(["old"]);
  });

  it("prints no control characters of a submission to the terminal", async () => {
    const nasty =
      "\u001b]0;owned\u0007\u001b[2J\u009b31m\r\b\n2027-01-01  forged\u202e\u2066\u200b\u2028\u{e0041}\u007f";
    await storeAll([{ name: nasty, email: `a${nasty}@example.com` }]);
    const { stdout } = run("list");
    expect(stdout.split("\n")).toHaveLength(3);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(stdout.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]|\p{Cf}/u);
    expect(stdout).toContain("forged");
  });
});

describe("Filters", () => {
  let store: Awaited<ReturnType<typeof storeAll>>;
  beforeEach(async () => {
    store = await storeAll([
      { message: "1", form: "join", daysAgo: 400 },
      { message: "2", email: "Bo@Example.com", daysAgo: 91 },
      { message: "3", email: "bo@example.com", suspected: true, daysAgo: 89 },
      { message: "4", email: "bo@example.org" },
    ]);
  });

  it.each([
    [[], ["1", "2", "3", "4"]],
    [["--form", "join"], ["1"]],
    [["--form=contact", "--suspected"], ["3"]],
    [
      ["--email", "BO@EXAMPLE.COM"],
      ["2", "3"],
    ],
    [["--email", "nobody@example.com"], []],
    [["--suspected"], ["3"]],
    [
      ["--older-than", "90d"],
      ["1", "2"],
    ],
    [["--older-than", "12m"], ["1"]],
    [
      ["--older-than", "0d"],
      ["1", "2", "3", "4"],
    ],
    [["--older-than", "9999m"], []],
    [["--older-than", "90d", "--email", "bo@example.com"], ["2"]],
    [["--id", "nothing"], []],
  ])("%j select the same submissions for export, list and erase", async (filter, messages) => {
    expect(exportedMessages(...filter)).toEqual(messages);
    if (filter.length === 0) return;
    expect(run("list", ...filter).stdout).toMatch(new RegExp(`(?:^|\\n)Total: ${messages.length}\\n$`));
    const ids = new Map((await store.list({})).map(({ fields, id }) => [fields.message, id]));
    const { status, stdout, stderr } = run("erase", "--yes", ...filter);
    expect({ status, stderr }).toEqual({ status: 0, stderr: `${named()}${messages.length} erased.\n` });
    const log = stdout
      .split("\n")
      .slice(0, -1)
      .flatMap((line) => JSON.parse(line).erased);
    expect(log.sort()).toEqual(messages.map((message) => ids.get(message)).sort());
    expect(stdout).not.toContain("@");
    const left = (await store.list({})).map(({ fields }) => fields.message!);
    expect(left).toEqual(["1", "2", "3", "4"].filter((message) => !messages.includes(message)));
  });

  it("--id selects one submission", async () => {
    const [{ id }] = JSON.parse(run("export", "--format", "json", "--form", "join").stdout);
    expect(exportedMessages("--id", id)).toEqual(["1"]);
    expect(JSON.parse(run("erase", "--id", id, "--yes").stdout)).toEqual({
      time: expect.stringMatching(/^2.*Z$/),
      erased: [id],
    });
    expect(exportedMessages()).toEqual(["2", "3", "4"]);
  });
});

it("erase without --yes only prints how many submissions it would erase", async () => {
  const store = await storeAll([{ message: "1" }, { message: "2" }, { message: "3", form: "join" }]);
  const stdout = "2 would be erased. Add --yes to erase them.\n";
  expect(run("erase", "--form", "contact")).toEqual({ status: 0, stdout, stderr: named() });
  expect((await store.list({})).length).toBe(3);
});

it("show prints every field of one submission, without control characters", async () => {
  const store = await storeAll([{ message: "First\n\u001b[2Jsecond" }, { name: "Bo", daysAgo: 1 }]);
  const { id, receivedAt } = (await store.list({}))[1]!;
  expect(run("show", id).stdout).toBe(
    `id: ${id}\nform: contact\nlocale: en\nreceivedAt: ${receivedAt}\nsuspected: false\n
about\n  other\n\nname\n  Ada Lind\n\nemail\n  ada@example.com\n\nmessage\n  First\n   [2Jsecond\n`,
  );
  expect(run("show", "nothing")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("There is no submission"),
  });
});

it("erase removes the queued mails of a submission", async () => {
  const store = await storeAll([{ message: "1" }]);
  run("erase", "--email", "ada@example.com", "--yes");
  expect(await store.queue("mail").claim(1000)).toBeUndefined();
});

it("--help prints the usage", () => {
  const { status, stdout, stderr } = run("--help");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("npm run submissions -- COMMAND");
});

describe("Invalid use", () => {
  it.each([
    [[], /The command must be one of list, show, dates, export, erase, notify, backup, restore, copy\./],
    [["show"], /show needs ID/],
    [["export", "--delimiter", "|"], /--delimiter must be/],
    [["toString"], /The command must be/],
    [["list", "erase"], /list does not take "erase"/],
    [["list", "--form", "nothing"], /--form must be one of .*contact/],
    [["list", "--form"], /--form/],
    [["list", "--all"], /--all/],
    [["export", "--format", "xml"], /--format must be csv, json or html/],
    [["erase", "--older-than", "12"], /--older-than must be/],
    [["erase", "--older-than", "-1d", "--yes"], /older-than/],
    [["erase", "--older-than", "1.5m", "--yes"], /older-than/],
    [["erase", "--older-than", "", "--yes"], /older-than/],
    [["erase", "--email", "--yes"], /--email/],
    [["erase", "--email", "", "--yes"], /--email/],
    [["erase", "--email=", "--form", "join", "--yes"], /--email/],
    [["erase", "--id", " ", "--yes"], /--id/],
    [["erase"], /erase needs a filter/],
    [["erase", "--form", "join", "--event", "x", "--yes"], /erase does not take --event\./],
    [["erase", "--form", "contact", "--form", "join", "--yes"], /--form is given twice\./],
    [["list", "--format", "csv"], /list does not take --format\./],
    [["export", "--format", "json", "--delimiter", ";"], /--delimiter is only for --format csv\./],
    [["erase", "--yes"], /erase needs a filter/],
  ])("%j ends with 1 and the usage, and erases nothing", async (words, reason) => {
    const store = await storeAll([{ form: "join", email: "" }]);
    const { status, stdout, stderr } = run(...words);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(reason);
    expect(stderr).toContain("npm run submissions -- COMMAND");
    expect(stderr).not.toContain("    at ");
    expect((await store.list({})).length).toBe(1);
  });

  it("an environment without a database, or with an invalid one, ends with 1 and the reason", () => {
    const none = runWith({ NODE_ENV: "production", BASE_URL: "https://www.example.com" }, "list");
    expect([none.status, none.stderr]).toEqual([
      1,
      "There is no database. Set DATABASE_URL or DATA_DIR as for the site.\n",
    ]);
    const wrong = runWith({ DATABASE_URL: "mysql://localhost/x" }, "list");
    expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringMatching(/DATABASE_URL: must be [^\n]+\n$/)]);
  });

  it("a database of version 1.0.0, or a damaged one, ends with 1 and one sentence", () => {
    const file = path.join(folder, "submissions.db");
    const old = new LibSQL(file);
    old.exec("CREATE TABLE submissions (id text); CREATE TABLE outbox (submission_id text); PRAGMA user_version = 4");
    old.close();
    const refusal = /^The database was made by version 1\.0\.0: export .*start again\.\n$/;
    expect(run("list")).toEqual({ status: 1, stdout: "", stderr: expect.stringMatching(named()) });
    expect(run("list").stderr.replace(named(), "")).toMatch(refusal);
    writeFileSync(file, "This is no database. ".repeat(100));
    expect(run("list").stderr.replace(named(), "")).toMatch(/^the file is damaged, or is no database: [^\n]+\n$/);
  });

  it("a delivery that this build does not send is named", async () => {
    await (await storeAll([])).add(sent(), ["mail", "pigeon"]);
    expect(run("list").stderr).toBe(`${named()}Waits for a build that sends it: pigeon.\n`);
  });

  it.each(["localhost", "127.0.0.1"])("an unavailable database (%s) is reported without its password", (host) => {
    const { status, stdout, stderr } = runWith({ DATABASE_URL: `postgres://site:pass-word@${host}:1/site` }, "list");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/ECONNREFUSED/);
    expect(stderr).not.toMatch(/pass-word| {4}at /);
  });
});

describeWithPostgres("A PostgreSQL database", (postgres) => {
  it("is named without its password, and gets no tables from a command", async () => {
    await postgres.start();
    const url = new URL(await postgres.newDatabase());
    url.password = "pass-word";
    const list = () => runWith({ DATABASE_URL: url.href }, "list");
    const { protocol, host, pathname } = url;
    const name = `${protocol}//${host}${pathname}`;
    for (let time = 0; time < 2; time++)
      expect(list()).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(`${name} has no tables of the site.`),
      });

    await storeAt({ url: url.href }).add(sent(), ["mail"]);
    expect(list()).toEqual({ status: 0, stdout: expect.stringMatching(/Total: 1\n$/), stderr: `Database: ${name}\n` });
  });
});

describe("submissions export", () => {
  it("prints every submission as JSON", async () => {
    const store = await storeAll([{ message: 'Line\n"two"\t=1+1 🙂' }, { form: "student", school: "KTH", daysAgo: 1 }]);
    const { status, stdout } = run("export", "--format", "json");
    expect([status, JSON.parse(stdout)]).toEqual([0, await store.list({})]);
    expect(JSON.parse(run("export", "--format=json", "--id", "x").stdout)).toEqual([]);
  });

  it("leaves out a row that cannot be read, names it, and ends with 1", async () => {
    await storeAll([{ message: "one" }, { message: "two" }]);
    const broken = JSON.parse(run("export", "--format", "json").stdout)[0].id;
    const database = new LibSQL(path.join(folder, "submissions.db"));
    database.prepare("UPDATE submissions SET fields = '{' WHERE id = ?").run(broken);
    database.close();
    const stderr = `${named()}Left out, because its fields are not JSON: ${broken}\n`;
    expect(run("list")).toEqual({ status: 1, stdout: expect.stringMatching(/Total: 1\n$/), stderr });
    expect(exportedMessages()).toEqual(["two"]);
  });

  it("prints long output completely", async () => {
    await storeAll(Array.from({ length: 100 }, (_, number) => ({ message: `${number} ${"long ".repeat(900)}` })));
    expect(exportedMessages()).toHaveLength(100);
  });
});

describeWith(python, "submissions export as CSV, read by Python", () => {
  /** Texts, each with its delimiter, read by one process. */
  const readEach = (texts: (readonly [string, string])[]): string[][][] => {
    const script = `import csv, io, json, sys
texts = json.load(sys.stdin.buffer)
print(json.dumps([list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter, strict=False))
                  for text, delimiter in texts]))`;
    const input = JSON.stringify(texts);
    const { stdout, stderr } = spawnSync(python, ["-c", script], { input, encoding: "utf8", maxBuffer: 1e8 });
    if (stderr) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  const readBy = (text: string, delimiter = ",") => readEach([[text, delimiter]])[0]!;

  it("has a row for each submission and a column for each field of any form", async () => {
    const texts = ["Line\n\"two\", with\r\nmore; and 'some'", "🙂 åäö", " spaced ", '"', ""];
    const store = await storeAll([
      ...texts.map((message, index) => ({ message, name: `Name ${index}` })),
      { form: "student", school: "KTH", suspected: true, locale: "sv" },
    ]);
    const { stdout } = run("export");
    expect([stdout.startsWith("\ufeff"), stdout.endsWith("\r\n")]).toEqual([true, true]);

    const [head, ...rows] = readBy(stdout);
    const stored = await store.list({});
    expect(rows.map((row) => Object.fromEntries(row.map((value, index) => [head![index], value])))).toEqual(
      stored.map(({ id, form, locale, receivedAt, suspected, fields }) => ({
        ...{ id, receivedAt, form, locale, suspected: String(suspected), school: "", ...fields },
      })),
    );
    expect(run("export", "--format", "csv").stdout).toBe(stdout);
    expect(readBy(run("export", "--delimiter", ";").stdout, ";")).toEqual(readBy(stdout));
  });

  it.each([
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "  =1+1",
    "\u00a0=1+1",
    '=HYPERLINK("https://evil.example";"x")',
    "-2+3+cmd|' /C calc'!A0",
    "＝1+1",
    "＋1+1",
    "－1+1",
    "＠SUM(1)",
    " ＝1+1",
    "|calc",
    "%0A=1",
    "hello;=1+1",
    "hello\n=1+1",
    "hello\t@SUM(1)",
    'hello"\r\n=1+1',
    "hello; \u00a0＝1+1",
    'x\n;"=1+1;',
    'x;"=1+1',
    'x;"" ;"@SUM(1)"',
  ])("%j cannot become a formula with any delimiter, and loses nothing", (text) => {
    const id = "0";
    const csv = submissionsCsv([
      { id, receivedAt: "", form: "contact", locale: "en", suspected: false, fields: { name: text, message: text } },
    ]);
    const lines = csv.split(/\r\n|\r|\n/);
    const others = [";", "\t"].flatMap((delimiter) => [csv, ...lines].map((line) => [line, delimiter] as const));
    for (const cell of readEach([[csv, ","], ...others]).flat(2))
      expect(cell.normalize("NFKC").trimStart()).not.toMatch(/^[=+\-@|%]/);
    const [, row] = readBy(csv);
    expect(row!.slice(-2).map((cell) => cell.replaceAll("'", ""))).toEqual(
      [text, text].map((all) => all.replaceAll("'", "")),
    );
  });

  it("keeps ordinary text unchanged", () => {
    const fields = { name: "O'Brien", message: "1 - 2 = -1\n\nmail@example.com; 100 %" };
    const csv = submissionsCsv([{ id: "0", receivedAt: "", form: "contact", locale: "en", suspected: false, fields }]);
    expect(readBy(csv)[1]!.slice(-2)).toEqual([fields.name, fields.message]);
  });
});
