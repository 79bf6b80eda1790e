/** Invalid forms: where each problem is shown, and that no submitted value is lost. */
import { describe, expect, it } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import {
  type Answer,
  eachFormPage,
  everyForm,
  fieldsOf,
  formPath,
  formSite,
  rightAnswers,
  typedOn,
} from "../support/forms.js";
import { attributesOf, inLine, textsOf } from "../support/html.js";
import { NOW } from "../support/site.js";
import { errorsIn } from "../support/valid-html.js";

let now = NOW;
const { ask, post, submissions, services } = await formSite({ clock: () => now });
const contact = "/en/contact";
const answers = rightAnswers("contact");
const inEnglish = services.getFixedT("en");

/** The names of the fields with a problem: beside them, and in the summary, which must agree. */
function faultsOf({ $, status, headers }: Answer): string[] {
  const links = $(".form-problems li a").toArray();
  expect({
    status,
    caching: headers.get("cache-control"),
    etag: headers.get("etag"),
    marked: $("[aria-invalid=true]").length,
  }).toEqual({ status: 422, caching: "no-store", etag: null, marked: links.length });
  return links.map((link) => {
    const id = $(link).attr("href")!.slice(1);
    const control = $(`[id="${id}"]`);
    const marked = control.is("[type=radio]") ? control.closest("fieldset") : control;
    const beside = $(`#${id}-problem`);
    expect(marked.attr("aria-invalid")).toBe("true");
    expect(marked.attr("aria-describedby")!.split(" ")).toContain(`${id}-problem`);
    expect(beside.text()).toBe($(link).text());
    expect(beside.closest(".field").find(`[id="${id}"]`).length).toBe(1);
    return control.attr("name")!;
  });
}

const problemOf = ({ $ }: Answer, name: string) => $(`#form-${name}-problem`).text();

/** What a choice offers. */
const offeredBy = ({ $ }: Answer, name: string) =>
  attributesOf($, `[name="${name}"][value], [name="${name}"] option[value]`, "value").flatMap((value) => value || []);

forEvery(eachFormPage)(
  "an empty form is rejected with a problem beside each required field, and a focused summary",
  async (address, language, form) => {
    const t = services.getFixedT(language);
    const answer = await post(address, "");
    const { $, text } = answer;
    const needed = fieldsOf(form).filter(({ required }) => required);
    expect(faultsOf(answer)).toEqual(needed.map(({ name }) => name));
    const summary = ".form-sheet .form-problems[role=alert][tabindex=-1][autofocus]";
    expect({
      language: $("html").attr("lang"),
      notSent: $("title").text().includes(t("forms:notSent")),
      focused: $("[autofocus]").length,
      summary: textsOf($, `${summary} li`),
      timed: $(".form-sheet [name=seconds]").length, // a correction can be as fast as a machine
      // A fragment in the address would take the focus away from the summary (HTML, "flush autofocus candidates").
      fragment: $(".form-sheet form").attr("action")!.includes("#"),
      errors: await errorsIn(text),
    }).toEqual({
      ...{ language, notSent: true, focused: 1, timed: 0, fragment: false, errors: [] },
      summary: needed.map(({ missing }) => inLine(t(missing))),
    });
  },
);

/** Of join, which has every kind of field. */
describe("A field", () => {
  const join = `/en${formPath("join")}`;
  const fields = fieldsOf("join");
  const right = rightAnswers("join");

  forEvery(fields)("that is blank is rejected if it is required, and all others are kept", async (field) => {
    const { name, required } = field;
    const others = { ...right, ...(name !== "name" && { name: `No ${name}` }) };
    const answer = await post(join, { ...others, [name]: " \t\r\n\u00a0\u2003 " });
    if (!required) return expect(answer.status).toBe(303);
    expect(faultsOf(answer)).toEqual([name]);
    expect(typedOn(answer)).toEqual({ ...others, [name]: "" });
  });

  it("takes its maximum length, in which an emoji is one character, and one more is rejected and kept", async () => {
    const texts = fields.filter(({ kind }) => kind !== "choice");
    const longest = texts.map(({ name, kind, maxLength }) => [
      name,
      kind === "mail" ? "@example.com".padStart(maxLength, "a") : "😀".repeat(maxLength),
    ]);
    expect((await post(join, { ...right, ...Object.fromEntries(longest) })).status).toBe(303);
    const typed = { ...right, ...Object.fromEntries(longest.map(([name, text]) => [name, `a${text}`])) };
    const answer = await post(join, typed);
    expect(faultsOf(answer)).toEqual(texts.map(({ name }) => name));
    for (const { name, label, maxLength: max } of texts)
      expect(problemOf(answer, name)).toBe(
        inEnglish("forms:errors.tooLong", { label: inEnglish(label), max, count: 1 }),
      );
    expect(typedOn(answer)).toEqual(typed);
  });

  forEvery(everyForm)("for a choice takes every option that the form offers, and no other value", async (form) => {
    const address = `/en${formPath(form)}`;
    const page = await ask(address);
    for (const { name } of fieldsOf(form).filter(({ kind }) => kind === "choice")) {
      const values = offeredBy(page, name);
      expect(values.length).toBeGreaterThan(1);
      for (const value of values) {
        const sent = { ...rightAnswers(form), name: `For ${name} ${value}`, [name]: value };
        expect({ name, value, status: (await post(address, sent)).status }).toEqual({ name, value, status: 303 });
      }
      for (const value of ["elsewhere", "toString"]) {
        const answer = await post(address, { ...rightAnswers(form), [name]: value });
        expect(faultsOf(answer)).toEqual([name]);
        expect(problemOf(answer, name)).toBe(inEnglish("forms:errors.optionUnavailable"));
        expect(typedOn(answer)[name]).toBe("");
      }
    }
  });

  it("for a mail address stores a valid one with its domain in ASCII, and shows another again", async () => {
    expect((await post(contact, { ...answers, email: " maja.å@exämple.se\t" })).status).toBe(303);
    const stored = { fields: { email: "maja.å@xn--exmple-cua.se" } };
    expect(await submissions.list({ email: stored.fields.email })).toMatchObject([stored]);
    const answer = await post(contact, { ...answers, email: "a@b.se\r\nBcc: c@d.se" });
    expect(faultsOf(answer)).toEqual(["email"]);
    expect(typedOn(answer).email).toBe("a@b.se Bcc: c@d.se");
  });

  it("for a date rejects one that has passed since the form was opened and one of another city, and keeps the rest", async () => {
    const address = `/en${formPath("seat-gothenburg")}`;
    const dates = async (page = address) => offeredBy(await ask(page), "date").filter((value) => /\d$/.test(value));
    const [first, ...later] = await dates();
    const [elsewhere] = await dates(`/en${formPath("seat-varberg")}`);
    const sent = { ...rightAnswers("seat-gothenburg"), date: first! };
    expect(faultsOf(await post(address, { ...sent, date: elsewhere! }))).toEqual(["date"]);
    try {
      now = Date.parse(`${first!.slice(-"yyyy-mm-dd".length)}T23:59:59Z`);
      const answer = await post(address, sent);
      expect(faultsOf(answer)).toEqual(["date"]);
      expect(typedOn(answer)).toEqual({ ...sent, date: "" });
      expect((await dates()).slice(0, later.length)).toEqual(later);
    } finally {
      now = NOW;
    }
    expect((await post(address, sent)).status).toBe(303);
  });
});

describe("Submitted values", () => {
  forEvery([
    '</textarea><script>alert("1")</script>',
    "<img src=x onerror=alert(1)>",
    `" autofocus onfocus="alert(1)`,
    "'&amp; &lt;b&gt; {{ 7 * 7 }} {% raw %} $(1) </title>",
    "åäö 😀 % + = & ; \\",
  ])("are shown again as escaped text, never as markup", async (text) => {
    const typed = { ...answers, name: text, email: text, message: `${text}\n\n  a  b\n\n\n${text}` };
    const answer = await post(contact, typed);
    const { $ } = answer;
    expect(faultsOf(answer)).toEqual(["email"]);
    expect(typedOn(answer)).toEqual(typed);
    expect({
      scripts: $("script").length,
      handlers: $("[onerror], [onfocus]").length,
      errors: await errorsIn(answer.text),
    }).toEqual({ scripts: (await ask(contact)).$("script").length, handlers: 0, errors: [] });
  });

  it("are the first value of a repeated field; unknown fields are ignored", async () => {
    const body = new URLSearchParams({ ...answers, email: "twice@example.org" });
    const ignored = "email email[] message[text] __proto__ constructor __proto__[polluted] id suspected form";
    for (const name of ignored.split(" ")) body.append(name, "polluted@example.org");
    expect((await post(contact, body.toString())).status).toBe(303);
    const [kept, ...others] = await submissions.list({ email: "twice@example.org" });
    expect({ others, ...kept }).toMatchObject({ others: [], form: "contact", suspected: false });
    expect(kept!.fields).toEqual({ ...answers, email: "twice@example.org" });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(await submissions.list({ email: "polluted@example.org" })).toEqual([]);
  });
});
