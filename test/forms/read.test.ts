import { expect, it } from "@jest/globals";
import { type FieldWithValues, readSubmission } from "../../src/forms/forms.js";
import { mailboxOf, readAddress } from "../../src/text/mail-address.js";

const field = (name: string, kind: FieldWithValues["kind"], maxLength: number) =>
  ({ name, kind, labelKey: name, required: false, maxLength, options: [], values: [] }) as FieldWithValues;
const fields = [field("name", "line", 10), field("email", "mail", 20), field("message", "text", 10)];
const right = { name: "Ada", email: "ada@example.org", message: "" };
const read = (changes: Record<string, string> = {}) =>
  readSubmission(fields, new URLSearchParams({ ...right, ...changes }).toString());

it("values are cleaned by the kind of their field, and normalized; beyond four times its length they are cut", () => {
  const raw = " a\u0000\r\n b  e\u0301 ";
  expect(read({ name: raw, message: raw }).shownAgain).toEqual({ ...right, name: "a b é", message: "a\n b  é" });
  const decomposed = "e\u0301".repeat(20);
  const lengthOf = (name: string) => read({ name }).shownAgain.name!.length;
  expect([lengthOf(decomposed), lengthOf(`${decomposed}e`)]).toEqual([20, 40]);
  const emoji = "😀".repeat(40);
  const { shownAgain, problems } = read({ name: emoji, message: `${emoji}😀` });
  expect({ name: shownAgain.name, message: shownAgain.message }).toEqual({ name: emoji, message: emoji });
  expect(problems.map(({ excess }) => excess)).toEqual([30, 31]); // of what was sent
});

it("a text is measured as it is stored", () => {
  const stored = { name: "a b", email: "ada@example.org", message: "éééééééééé" };
  const sent = { name: `a${" ".repeat(100)}b`, email: " mailto:ada@example.org; ", message: "e\u0301".repeat(10) };
  expect(read(sent)).toMatchObject({ toStore: stored, problems: [] });
  const choice = { ...field("date", "choice", 10), values: ["a-date-of-a-long-name"] };
  expect(readSubmission([choice], "date=+a-date-of-a-long-name+").problems).toEqual([]);
});

it("a field of whitespace or invisible characters is missing if it is required", () => {
  const body = new URLSearchParams({ name: " \t\u00a0", email: "\u200b", message: "\r\n" }).toString();
  const required = fields.map((field) => ({ ...field, required: true }));
  const keys = readSubmission(required, body).problems.map(({ messageKey }) => messageKey);
  expect(keys).toEqual(["nameMissing", "emailMissing", "messageMissing"]);
  expect(readSubmission(fields, body).problems).toEqual([]);
});

it("a mail address has at most 254 characters, 64 of them before the @, as it is stored", () => {
  const name = "a".repeat(64);
  const host = (length: number) => `${`${"b".repeat(62)}.`.repeat(3).slice(0, length - 3)}.se`;
  const joined = "ㄱㅏ".repeat(64); // each pair becomes one syllable
  const right = [`${name}@b.se`, `${name}@${host(189)}`, `${joined}@b.se`];
  const wrong = [`a${name}@b.se`, `${name}@${host(190)}`, `${joined}ㄱㅏ@b.se`, `${"㎭".repeat(22)}@b.se`];
  expect([...right, ...wrong].filter((address) => readAddress(address) !== undefined)).toEqual(right);
});

it("a mail address is stored without what was copied with it and with its domain in ASCII, and shown again as typed", () => {
  const stored = (email: string) => {
    const { shownAgain, toStore, problems } = read({ email });
    return { typed: shownAgain.email, stored: toStore.email, problems: problems.length };
  };
  const ada = { stored: "ada@example.org", problems: 0 };
  for (const invisible of ["\u200b", "\u200c", "\u200d", "\u200e", "\u2060", "\u202a", "\u00ad", "\ufeff", "\ufe0f"])
    expect(stored(`ad${invisible}a@example.org${invisible}`)).toEqual({ ...ada, typed: "ada@example.org" });
  for (const pasted of ["mailto:ada@example.org", " Mailto:ada@example.org;", "ada@example.org."])
    expect(stored(pasted)).toEqual({ ...ada, typed: "ada@example.org" });
  for (const typed of ["ada@ｅxample。org", "ada＠EXAMPLE．ORG", "ａda@example.org"])
    expect(stored(typed)).toEqual({ ...ada, typed });
  expect(stored("ada@örebro.se")).toEqual({ typed: "ada@örebro.se", stored: "ada@xn--rebro-iua.se", problems: 0 });
  for (const typed of ["mailto:ada", "ada@b.se/x", "ada@b%2ese.se", "ada@a_b.1", "ada@b.se。"])
    expect(stored(typed)).toEqual({ typed, stored: "", problems: 1 });
});

it("addresses of one mailbox are equal, however they are written", () => {
  const gmail = ["maja.ek+list@gmail.com", "MajaEk@gｍail.com", "maja.ek@gⓜail.com.", "ｍaja．ek＠googlemail。com"];
  expect(gmail.map(mailboxOf)).toEqual(Array(4).fill("majaek@gmail.com"));
  const swedish = ["åsa@örebro.se", "A\u030aSA@XN--REBRO-IUA.SE", "\u202aåsa+x@o\u0308rebro.se."];
  expect(swedish.map(mailboxOf)).toEqual(Array(3).fill("åsa@xn--rebro-iua.se"));
  for (const other of ["a.b@c.se", "ab@c.se", "+a@c.se", "a@no host"]) expect(mailboxOf(other)).toBe(other);
  expect(mailboxOf("a")).toBe("@a");
});

it("a mail address has one @, a domain with a dot, and no special character of a mail header", () => {
  const right = ["a@b.se", "a.b+c@d-e.f.org", "用户@例子.广告", "a@b.c.dd"];
  const dots = ["a@.se", "a@b.se.", "a@b..se", ".a@b.se", "a.@b.se", "a..b@c.se"];
  const wrong = ["a", "a@b", "@b.se", "a@b.s", "a@b@c.se", `a@${"b.".repeat(126)}se`, "=?utf-8?q?a?=@b.se", ...dots];
  const places = ["a_b@c.se", "a@b_c.se", "a@b.c_de", "_a@b.se", "a@b.se_"];
  const unsafe = [...'<>()[]",:;\\ \u0000\u200b'].flatMap((sign) => places.map((place) => place.replace("_", sign)));
  expect([...right, ...wrong, ...unsafe].filter((address) => readAddress(address) !== undefined)).toEqual(right);
});
