import { expect, it } from "@jest/globals";
import { readChat } from "../../src/dialogue/chat-request.js";
import { forEvery } from "../support/for-every.js";

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown) => ({ role: "assistant", content });
const text = (text: string) => ({ type: "text", text });
const details = (body: unknown) => {
  const chat = readChat(body);
  if (chat.ok) return undefined;
  const fields = Object.entries(chat.details);
  return Object.fromEntries(fields.map(([field, problems]) => [field, problems.map(({ messageKey }) => messageKey)]));
};
const turnsOf = (...messages: object[]) => {
  const chat = readChat({ messages, locale: "en" });
  return chat.ok ? chat.data.turns.map(({ role, content }) => `${role}: ${content}`) : chat.details;
};

it("a conversation has the cleaned text of `content` or of the text parts, without empty turns", () => {
  const first = { ...user(" a\u0000b\u001b[31m\r\nc\rd\u2028e\ud83d f\u{e0041}\tg👏 "), id: 1 };
  expect(readChat({ messages: [first], locale: "sv", page: "/sv/join", model: "gpt" })).toEqual({
    ok: true,
    data: { turns: [user("ab[31m\nc\nd\ne\ufffd f\tg👏")], locale: "sv", page: "/sv/join" },
  });
  expect(
    turnsOf(
      user("  "),
      assistant(""),
      assistant("One"),
      { role: "assistant", parts: [text("Two"), { type: "step-start" }, { type: "text" }, text(""), text("Three")] },
      { role: "user", content: "", parts: [{ type: "reasoning", text: "no" }, text("Four")] },
      { role: "user", content: "Five", parts: [text("not this")] },
    ),
  ).toEqual(["assistant: One", "assistant: Two\nThree", "user: Four", "user: Five"]);
});

it("a conversation has the newest 40 messages and 24,000 characters, and the beginning of a long message", () => {
  const many = Array.from({ length: 200 }, (_, index) => (index % 2 ? user(`${index}`) : assistant(`${index}`)));
  expect(turnsOf(...many)).toEqual(many.slice(-40).map(({ role, content }) => `${role}: ${content}`));
  const long = (letter: string, length = 4000) => user(letter.repeat(length));
  const six = ["b", "c", "d", "e", "f", "g"].map((letter) => long(letter));
  const lettersOf = (...messages: object[]) => [turnsOf(...messages)].flat().map((turn) => String(turn).slice(6, 7));
  expect(lettersOf(user("a"), ...six)).toEqual(["b", "c", "d", "e", "f", "g"]);
  expect(lettersOf(user("a"), ...six.slice(1), long("g", 3999))).toEqual(["a", "c", "d", "e", "f", "g", "g"]);
  expect(turnsOf(long("a", 4001), user("Then?"))).toEqual([`user: ${"a".repeat(3999)}…`, "user: Then?"]);
});

const noMessages = ["dialogue:errors.messages"];
const noLocale = ["errors:query.oneOf"];
forEvery([
  [[user("😀".repeat(4000))], undefined],
  [[user("😀".repeat(4001))], { "messages.0.content": ["dialogue:errors.tooLong"] }],
  [[assistant("Hi"), user(" \n\u0000\u200b\u{e0041}")], { "messages.1.content": ["dialogue:errors.empty"] }],
  [[user("Hi"), assistant("Yes?")], { "messages.1.role": ["dialogue:errors.lastNotFromUser"] }],
  [[user("Hi"), assistant("")], undefined],
  [[assistant(""), assistant("")], { "messages.1.role": ["dialogue:errors.lastNotFromUser"] }],
  [Array(201).fill(user("a")), { messages: noMessages }],
  [[], { messages: noMessages }],
  ["text", { messages: noMessages }],
  [[user(1)], { "messages.0.content": ["dialogue:errors.content"] }],
  [[{ role: "user", parts: [{ type: 1 }] }], { "messages.0.parts.0.type": ["dialogue:errors.parts"] }],
  [[{ role: "user", parts: [{ type: "text", text: 1 }] }], { "messages.0.parts.0.text": ["dialogue:errors.content"] }],
  [[{ role: "user", parts: Array(100).fill(text("a")) }], undefined],
  [[{ role: "user", parts: Array(101).fill(text("a")) }], { "messages.0.parts": ["dialogue:errors.parts"] }],
  [[{ role: "user", parts: [] }], { "messages.0.content": ["dialogue:errors.empty"] }],
])("messages are accepted, or each problem is named by its path", (messages, expected) =>
  expect(details({ messages, locale: "en" })).toEqual(expected),
);

it("a body must be an object, and its locale one of the site's", () => {
  for (const body of [undefined, null, "text", 1, [], [{ messages: [user("a")] }], '{"__proto__":{"locale":"en"}}'])
    expect({ body, ...details(body) }).toEqual({ body, messages: noMessages, locale: noLocale });
  for (const locale of ["de", undefined])
    expect({ locale, ...details({ messages: [user("a")], locale }) }).toEqual({ locale: noLocale });
});

it("a page that is not a path of this site is ignored", () => {
  const longest = `/${"a".repeat(199)}`;
  const kept = ["//evil.example", "en", "https://x.example/", 1, `${longest}a`, "/", longest].filter((page) => {
    const chat = readChat({ messages: [user("a")], locale: "en", page });
    return chat.ok && chat.data.page === page;
  });
  expect(kept).toEqual(["/", longest]);
});
