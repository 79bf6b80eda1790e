/** The export of submissions as CSV, read by Python. */
import { spawnSync } from "node:child_process";
import { expect, it } from "@jest/globals";
import { submissionsCsv } from "../../../src/formats/submissions-csv.js";
import { describeWith } from "../../support/installed.js";
import { runSubmissions } from "../../support/run-node.js";
import { newFolder, sent, storeAt } from "../../support/store.js";

const python = "/usr/bin/python3";

describeWith(python, "Submissions as CSV", () => {
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
  const csvOf = (fields: Record<string, string>) =>
    submissionsCsv([{ id: "0", receivedAt: "", form: "contact", locale: "en", suspected: false, fields }]);

  it("have a row each and a column for each field of any form", async () => {
    const folder = newFolder();
    const store = storeAt({ folder });
    for (const message of ["Line\n\"two\", with\r\nmore; and 'some'", "🙂 åäö", " spaced ", '"', ""])
      await store.add(sent({ message, name: `Name ${message.length}` }), []);
    await store.add(sent({ form: "student", school: "KTH", suspected: true, locale: "sv" }), []);
    const exported = async (...words: string[]) =>
      (await runSubmissions({ DATA_DIR: folder }, "export", ...words)).stdout;
    const text = await exported();
    expect(text).toMatch(/^\ufeff.*\r\n$/s);

    const [head, ...rows] = readBy(text);
    expect(rows.map((row) => Object.fromEntries(row.map((value, index) => [head![index], value])))).toEqual(
      (await store.list({})).map(({ fields, suspected, ...rest }) => ({
        ...{ ...rest, suspected: String(suspected), school: "", ...fields },
      })),
    );
    expect(readBy(await exported("--delimiter", ";"), ";")).toEqual([head, ...rows]);
  });

  it.each([
    ...["=1+1", "+1+1", "-1+1", "@SUM(1)", "\t=1+1", "\r=1+1", "\n=1+1", "  =1+1", "\u00a0=1+1", "|calc", "%0A=1"],
    ...['=HYPERLINK("https://evil.example";"x")', "-2+3+cmd|' /C calc'!A0"],
    ...["＝1+1", "＋1+1", "－1+1", "＠SUM(1)", " ＝1+1", "hello; \u00a0＝1+1"],
    ...["hello;=1+1", "hello\n=1+1", "hello\t@SUM(1)", 'hello"\r\n=1+1', 'x\n;"=1+1;', 'x;"=1+1', 'x;"" ;"@SUM(1)"'],
  ])("cannot become a formula with any delimiter, and lose nothing: %j", (text) => {
    const csv = csvOf({ name: text, message: text });
    const lines = csv.split(/\r\n|\r|\n/);
    const others = [";", "\t"].flatMap((delimiter) => [csv, ...lines].map((line) => [line, delimiter] as const));
    const [whole, ...parts] = readEach([[csv, ","], ...others]);
    for (const cell of [whole!, ...parts].flat(2)) expect(cell.normalize("NFKC").trimStart()).not.toMatch(/^[=+\-@|%]/);
    const kept = whole![1]!.slice(-2).map((cell) => cell.replaceAll("'", ""));
    expect(kept).toEqual(Array(2).fill(text.replaceAll("'", "")));
  });

  it("keep ordinary text unchanged", () => {
    const fields = { name: "O'Brien", message: "1 - 2 = -1\n\nmail@example.com; 100 %" };
    expect(readBy(csvOf(fields))[1]!.slice(-2)).toEqual(Object.values(fields));
  });
});
