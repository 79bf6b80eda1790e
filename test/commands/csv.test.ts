import { expect, it } from "@jest/globals";
import { isDelimiter, submissionsCsv } from "../../src/commands/csv.js";
import { forEvery } from "../support/for-every.js";

const common = { id: "1", receivedAt: "2026-11-21T09:00:00Z", locale: "en", suspected: false, dateId: "" } as const;

it("a CSV file has a column for each field of any form, in quotes where it needs them", () => {
  const contact = { ...common, form: "contact", fields: { name: "Ada", message: 'A "b",\nc; d' } };
  const marks = { suspected: true, cancelledAt: "2026-11-22T09:00:00Z" };
  const join = { ...common, id: "2", form: "join", ...marks, fields: { name: "It's", company: "C" } };
  expect(submissionsCsv([contact, join])).toBe(
    '\ufeffid,receivedAt,form,locale,suspected,cancelledAt,name,message,company\r\n1,2026-11-21T09:00:00Z,contact,en,false,,Ada,"A ""b"",\nc; d",\r\n2,2026-11-21T09:00:00Z,join,en,true,2026-11-22T09:00:00Z,"It\'s",,C\r\n',
  );
});

it("a CSV file can be separated by semicolons, and by nothing else", () => {
  const file = submissionsCsv([{ ...common, form: "f", fields: { a: "1", b: "2" } }], ";");
  expect(file).toMatch(/;a;b\r\n1;.*;false;;1;2\r\n$/);
  expect([",", ";", "\t", "|", ""].filter(isDelimiter)).toEqual([",", ";"]);
});

forEvery([
  ...["=1", "+1", "-1", "@a", "|a", "%a", "＝1", "＋1", "－1", "＠a", "\ta", "\ra", "  =1"].map(
    (cell) => [cell, `"'${cell}"`] as const,
  ),
  ["a;=1,b\t +1", `"a;'=1,b\t' +1"`],
  ['"=1', `"""'=1"`],
  ["a\n=1", `"a\n'=1"`],
  ...["a=1", "a-b", "1+1", "a b"].map((cell) => [cell, cell] as const),
])("no cell is one that a spreadsheet evaluates", (text, written) => {
  const file = submissionsCsv([{ ...common, form: "f", fields: { text } }]);
  expect(file.split("\r\n")[1]!.endsWith(`,${written}`)).toBe(true);
});
