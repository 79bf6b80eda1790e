import { describe, expect, it } from "@jest/globals";
import { readChat } from "../../src/contracts/chat-request.js";
import { oneOf } from "../../src/contracts/query.js";
import { locales } from "../../src/domain/locale.js";
import { forEvery } from "../support/for-every.js";

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown) => ({ role: "assistant", content });
const text = (text: string) => ({ type: "text", text });
const turnsOf = (...messages: object[]) => {
  const chat = readChat({ messages, locale: "en" });
  return chat.ok ? chat.data.turns.map(({ role, content }) => `${role}: ${content}`) : chat.details;
};

describe("readChat", () => {
  it("returns cleaned text of `content` or of the text parts, without empty turns", () => {
    expect(
      readChat({ messages: [{ ...user(" Hi\r\n\u0000 "), id: 1 }], locale: "sv", page: "/sv/join", more: 1 }),
    ).toEqual({
      ok: true,
      data: { turns: [{ role: "user", content: "Hi" }], locale: "sv", page: "/sv/join" },
    });
    expect(
      turnsOf(
        user("  "),
        assistant(""),
        assistant("One"),
        { role: "assistant", parts: [text("Two"), { type: "step-start" }, { type: "text" }, text(""), text("Three")] },
        { role: "user", content: "", parts: [text("Four")] },
      ),
    ).toEqual(["assistant: One", "assistant: Two\nThree", "user: Four"]);
    expect(turnsOf({ role: "user", content: "this", parts: [text("not this")] })).toEqual(["user: this"]);
    expect(turnsOf({ role: "user", parts: [{ type: "reasoning", text: "no" }, text("yes")] })).toEqual(["user: yes"]);
  });

  it("keeps the newest 40 messages and 24,000 characters, and the beginning of a long message", () => {
    const many = Array.from({ length: 200 }, (_, index) => (index % 2 ? user(`${index}`) : assistant(`${index}`)));
    expect(turnsOf(...many)).toEqual(many.slice(-40).map(({ role, content }) => `${role}: ${content}`));

    const long = (letter: string, length = 4000) => user(letter.repeat(length));
    const six = ["b", "c", "d", "e", "f", "g"].map((letter) => long(letter));
    const lettersOf = (...messages: object[]) =>
      [turnsOf(...messages)]
        .flat()
        .map((turn) => String(turn).slice(6, 7))
        .join("");
    expect(lettersOf(user("a"), ...six)).toBe("bcdefg");
    expect(lettersOf(user("a"), ...six.slice(1), long("g", 3999))).toBe("acdefgg");
    expect(turnsOf(long("a", 4001), user("Then?"))).toEqual([`user: ${"a".repeat(3999)}…`, "user: Then?"]);
  });

  forEvery([
    [[user("😀".repeat(4000))], undefined],
    [[user("😀".repeat(4001))], { "messages.0.content": ["dialogue:errors.tooLong"] }],
    [[assistant("Hi"), user(" \u200b")], { "messages.1.content": ["dialogue:errors.empty"] }],
    [[user("Hi"), assistant("Yes?")], { "messages.1.role": ["dialogue:errors.lastNotFromUser"] }],
    [[user("Hi"), assistant("")], undefined],
    [[assistant(""), assistant("")], { "messages.1.role": ["dialogue:errors.lastNotFromUser"] }],
    [[], { messages: ["dialogue:errors.messages"] }],
    [Array(201).fill(user("a")), { messages: ["dialogue:errors.messages"] }],
    [null, { messages: ["dialogue:errors.messages"] }],
    ["text", { messages: ["dialogue:errors.messages"] }],
    [["text"], { "messages.0": ["dialogue:errors.message"] }],
    [[user(1)], { "messages.0.content": ["dialogue:errors.content"] }],
    [[{ role: "system", content: "a" }], { "messages.0.role": ["dialogue:errors.role"] }],
    [[{ role: "user", parts: "a" }], { "messages.0.parts": ["dialogue:errors.parts"] }],
    [[{ role: "user", parts: ["a"] }], { "messages.0.parts.0": ["dialogue:errors.parts"] }],
    [[{ role: "user", parts: [{ type: 1 }] }], { "messages.0.parts.0.type": ["dialogue:errors.parts"] }],
    [
      [{ role: "user", parts: [{ type: "text", text: 1 }] }],
      { "messages.0.parts.0.text": ["dialogue:errors.content"] },
    ],
    [[{ role: "user", parts: Array(100).fill(text("a")) }], undefined],
    [[{ role: "user", parts: Array(101).fill(text("a")) }], { "messages.0.parts": ["dialogue:errors.parts"] }],
    [[{ role: "user", parts: [] }], { "messages.0.content": ["dialogue:errors.empty"] }],
  ])("accepts valid messages, and names each problem by its path", (messages, expected) => {
    const chat = readChat({ messages, locale: "en" });
    expect(chat.ok ? undefined : chat.details).toEqual(expected);
  });

  it("rejects a body that is no object, and an unknown locale", () => {
    const missing = { messages: ["dialogue:errors.messages"], locale: [oneOf(locales)] };
    for (const body of [undefined, null, "text", 1, [], [{ messages: [user("a")] }]])
      expect([body, readChat(body)]).toEqual([body, { ok: false, details: missing }]);
    expect(readChat({ messages: [user("a")], locale: "de" })).toEqual({
      ok: false,
      details: { locale: [oneOf(locales)] },
    });
  });

  it("stops at the tenth invalid message", () => {
    const chat = readChat({ messages: Array.from({ length: 200 }, () => 1), locale: "en" });
    expect(chat.ok ? [] : Object.keys(chat.details)).toEqual(
      Array.from({ length: 10 }, (_, index) => `messages.${index}`),
    );
    const mixed = [...Array.from({ length: 9 }, () => 1), user("a"), ...Array.from({ length: 9 }, () => 1)];
    const read = readChat({ messages: mixed, locale: "en" });
    expect(read.ok ? [] : Object.keys(read.details)).toEqual(
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 10].map((index) => `messages.${index}`),
    );
  });

  it("ignores a page that is not a path of this site", () => {
    const pageOf = (page: unknown) => {
      const chat = readChat({ messages: [user("a")], locale: "en", page });
      return chat.ok ? chat.data.page : chat.details;
    };
    expect(["//evil.example", "en", "https://x.example/", 1, `/${"a".repeat(200)}`].map(pageOf)).toEqual(
      Array(5).fill(undefined),
    );
    expect(["/", `/${"a".repeat(199)}`].map(pageOf)).toEqual(["/", `/${"a".repeat(199)}`]);
  });
});
