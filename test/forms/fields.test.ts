/** Invalid forms: where each problem is shown, and that no submitted value is lost. */
import { expect, it } from "@jest/globals";
import { type FormName, formNames } from "../../src/addresses/pages.js";
import { forEvery } from "../support/for-every.js";
import * as support from "../support/forms.js";
import { attributesOf, errorsIn, inLine, textsOf } from "../support/html.js";

type Answer = support.Answer;
const { applies, eachFormPage, fieldsOf, formPath, rightAnswers, typedOn } = support;
const { ask, post, submissions, services } = await support.formSite();
const contact = "/en/contact";
const answers = rightAnswers("contact");
const inEnglish = services.getFixedT("en");

/** The names of the fields with a problem: beside them, and in the summary, which must agree. */
function faultsOf({ $, status, headers }: Answer): string[] {
  const links = $(".form-problems li a").toArray();
  expect(status).toBe(422);
  expect({ caching: headers.get("cache-control"), etag: headers.get("etag") }).toEqual({
    caching: "no-store",
    etag: null,
  });
  expect($("[aria-invalid=true]").length).toBe(links.length);
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

forEvery(eachFormPage)("an empty form shows what is missing, in focus", async (address, language, form) => {
  const t = services.getFixedT(language);
  const answer = await post(address, "");
  const { $, text } = answer;
  const needed = fieldsOf(form).filter(({ required, when }) => required && !when); // nothing is chosen
  expect(faultsOf(answer)).toEqual(needed.map(({ name }) => name));
  const summary = ".form-sheet .form-problems[role=alert][tabindex=-1][autofocus]";
  expect(textsOf($, `${summary} li`)).toEqual(needed.map(({ labelKey }) => inLine(t(`${labelKey}Missing`))));
  expect($("[autofocus]").length).toBe(1);
  // A fragment in the address would take the focus away from the summary (HTML, "flush autofocus candidates").
  expect($(".form-sheet form").attr("action")).not.toContain("#");
  expect($("html").attr("lang")).toBe(language);
  expect($("title").text()).toContain(t("forms:notSent"));
  expect(await errorsIn(text)).toEqual([]);
});

/** Texts for the fields that do not apply to the answers of `rightAnswers`. */
const ofOtherChoices = (form: FormName) =>
  Object.fromEntries(fieldsOf(form).flatMap((field) => (applies(field, form) ? [] : [[field.name, "For a choice"]])));

it.each([
  ["private", { address: "Storgatan 1" }, { company: "", number: "", country: "", reference: "" }],
  ["company", { company: "Butiken AB", number: "556000-0000", country: "Sverige" }, { address: "", reference: "" }],
])("a field of an invoice for another payer is neither asked for nor stored: %s", async (invoice, texts, others) => {
  const join = `/sv${formPath("join")}`;
  const { address, company, number, country, reference, ...rest } = rightAnswers("join");
  const name = `Payer ${invoice}`;
  const forOthers = Object.fromEntries(Object.keys(others).map((field) => [field, field === "reference" ? "" : "x"]));
  expect((await post(join, { ...rest, name, invoice, ...forOthers, ...texts })).status).toBe(303);
  const [stored] = (await submissions.list({ form: "join" })).filter(({ fields }) => fields.name === name);
  expect(stored?.fields).toMatchObject({ ...texts, ...others });
  const answer = await post(join, { ...rest, name, invoice });
  expect(faultsOf(answer)).toEqual(Object.keys(texts));
});

it("a field takes its maximum length, in which an emoji is one character, and one more is rejected and kept", async () => {
  const join = `/en${formPath("join")}`;
  const right = rightAnswers("join");
  const texts = fieldsOf("join").filter((field) => field.kind !== "choice" && applies(field, "join"));
  const longest = texts.map(({ name, kind, maxLength }) => [
    name,
    kind === "mail" ? `${"a".repeat(60)}@${"b.".repeat(95)}com` : "😀".repeat(maxLength),
  ]);
  expect((await post(join, { ...right, ...Object.fromEntries(longest) })).status).toBe(303);
  const typed = { ...right, ...Object.fromEntries(longest.map(([name, text]) => [name, `a${text}`])) };
  const answer = await post(join, typed);
  expect(faultsOf(answer)).toEqual(texts.map(({ name }) => name));
  for (const { name, labelKey, maxLength: max } of texts) {
    const label = inEnglish(labelKey);
    expect(problemOf(answer, name)).toBe(inEnglish("forms:errors.tooLong", { label, max, count: 1 }));
  }
  expect(typedOn(answer)).toEqual(typed);
});

forEvery(formNames)(
  "a field for a choice takes every option that the form offers, and no other value",
  async (form) => {
    const address = `/en${formPath(form)}`;
    const { $ } = await ask(address);
    for (const { name } of fieldsOf(form).filter(({ kind }) => kind === "choice")) {
      const offered = attributesOf($, `[name="${name}"][value], [name="${name}"] option[value]`, "value");
      const values = offered.flatMap((value) => value || []);
      expect(values.length).toBeGreaterThan(1);
      for (const value of values) {
        const sent = { ...rightAnswers(form), ...ofOtherChoices(form), name: `For ${name} ${value}`, [name]: value };
        expect({ name, value, status: (await post(address, sent)).status }).toEqual({ name, value, status: 303 });
      }
      for (const value of ["elsewhere", "toString"]) {
        const answer = await post(address, { ...rightAnswers(form), [name]: value });
        expect(faultsOf(answer)).toEqual([name]);
        expect(problemOf(answer, name)).toBe(inEnglish("forms:errors.optionUnavailable"));
        expect(typedOn(answer)[name]).toBe("");
      }
    }
  },
);

forEvery([
  '</textarea><script>alert("1")</script>',
  `"><img src=x onerror=alert(1)>`,
  "'&amp; &lt;b&gt; {{ 7 * 7 }} {% raw %} $(1) </title>",
  "åäö 😀 % + = & ; \\",
])("submitted values are shown again as escaped text, never as markup", async (text) => {
  const typed = { ...answers, name: text, email: text, message: `${text}\n\n  a  b\n\n\n${text}` };
  const answer = await post(contact, typed);
  const { $ } = answer;
  expect(faultsOf(answer)).toEqual(["email"]);
  expect(typedOn(answer)).toEqual(typed);
  expect($("script").length).toBe((await ask(contact)).$("script").length);
  expect($("[onerror]").length).toBe(0);
  expect(await errorsIn(answer.text)).toEqual([]);
});

it("submitted values are shown again whole up to four times the length of their field, and cut beyond", async () => {
  const texts = fieldsOf("contact").filter(({ kind }) => kind !== "choice");
  const longest = texts.map(({ name, maxLength }) => [name, '"😀'.repeat(2 * maxLength)]);
  const whole = { ...answers, ...Object.fromEntries(longest) };
  const longer = { ...answers, ...Object.fromEntries(longest.map(([name, text]) => [name, `${text}x`])) };
  for (const sent of [whole, longer]) {
    const answer = await post(contact, sent);
    expect(faultsOf(answer)).toEqual(texts.map(({ name }) => name));
    expect(typedOn(answer)).toEqual(whole);
  }
});

it("submitted values are the first value of a repeated field, with a domain in ASCII; unknown fields are ignored", async () => {
  const body = new URLSearchParams({ ...answers, email: " twice@exämple.se\t" });
  const ignored = "email email[] message[text] __proto__ constructor __proto__[polluted] id suspected form";
  for (const name of ignored.split(" ")) body.append(name, "polluted@example.org");
  expect((await post(contact, `\ufeff${body}&lone=100%&%zz`)).status).toBe(303);
  const email = "twice@xn--exmple-cua.se";
  expect(await submissions.list({ email })).toMatchObject([{ form: "contact", suspected: false }]);
  expect((await submissions.list({ email }))[0]!.fields).toEqual({ ...answers, email });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(await submissions.list({ email: "polluted@example.org" })).toEqual([]);
});
