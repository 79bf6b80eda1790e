import { expect } from "@jest/globals";
import { type Answer, typedOn } from "../support/forms.js";
import { inLine } from "../support/html.js";
import { mail } from "../support/owner.js";
import { errorsIn } from "../support/valid-html.js";

/** A Swedish form that was rejected as a whole: the reason in focus, a mail address, and everything that was typed. */
export async function expectRejected(
  answer: Answer,
  { status, reason, typed }: { status: number; reason: string; typed?: object },
) {
  const { $, headers, text } = answer;
  expect({
    status: answer.status,
    caching: headers.get("cache-control"),
    language: $("html").attr("lang"),
    reason: inLine($(".form-problems[role=alert][autofocus]").text()),
    mail: $(".form-problems a").attr("href"),
    fieldsMarked: $("[aria-invalid=true]").length,
    title: inLine($("title").text()),
    htmlErrors: await errorsIn(text),
  }).toEqual({
    status,
    language: "sv",
    caching: "no-store",
    mail: `mailto:${mail}`,
    fieldsMarked: 0,
    htmlErrors: [],
    reason: expect.stringContaining(inLine(reason)),
    title: expect.stringContaining(inLine($(".form-problems h3").text())),
  });
  if (typed) expect(typedOn(answer)).toEqual(typed);
}
