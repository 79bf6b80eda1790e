/** The pages with forms, before and after a form is sent, and without a store. */
import { describe, expect, it } from "@jest/globals";
import { type FormName, formNames, formPages } from "../../src/addresses/pages.js";
import { forEvery } from "../support/for-every.js";
import { eachFormPage, everyFormPage, fieldsOf, formPath, formSite, rightAnswers, typedOn } from "../support/forms.js";
import { attributesOf, errorsIn, inLine } from "../support/html.js";
import { languageSigns } from "../support/language.js";
import { shipped } from "../support/library.js";
import { everyPage, languages, mail } from "../support/shipped.js";
import { NOW, site } from "../support/site.js";

const months = Object.fromEntries(formNames.map((form, index) => [form, index + 2]));
const retentionMonths = months as Record<FormName, number>;
const library = { ...shipped, organisation: { ...shipped.organisation, retentionMonths } };
const { ask, post, raw, submissions } = await formSite({ files: { library } });
const later = site({ clock: () => NOW + 5 * 60_000, files: { library } });

forEvery(eachFormPage)("a form is the same for all, and says what is kept", async (address, language, form) => {
  const { $, text, headers } = await ask(address);
  const visitor = { cookie: "a=1", "user-agent": "Other/1.0", "accept-language": "nb" };
  expect((await ask(address, { headers: visitor })).text).toBe(text);
  expect((await later.get(address)).text).toBe(text);
  expect(headers.get("cache-control")).toBe("public, max-age=60, stale-while-revalidate=300");
  const element = $(".form-sheet form");
  expect(element.is("[method=post][novalidate]")).toBe(true); // browsers show messages in their own language
  expect(new URL(element.attr("action")!, `https://a.example${address}`).pathname).toBe(address);
  expect($(".form-sheet").find("[type=hidden], [autofocus], [aria-invalid=true], .problem, [maxlength]").length).toBe(
    0,
  );
  // Not visible, announced, focusable or autofilled.
  const honeypot = ".form-sheet [aria-hidden=true] [name=leave_empty][tabindex=-1][autocomplete=off]";
  const managers = "[data-1p-ignore][data-bwignore][data-lpignore=true][data-form-type=other]";
  expect($(honeypot).filter(managers).length).toBe(1);
  const forStudents = form === "join" ? `/${language}${formPath("student")}#form` : undefined;
  expect($(".form-other a").attr("href")).toBe(forStudents);
  expect($(".form-end:has([type=submit]) .form-kept a").attr("href")).toBe(`/${language}/legal/privacy#forms`);
  const { purpose } = library.page(formPages[form], language).form!;
  for (const part of [library.organisation.name, purpose, ` ${retentionMonths[form]} `])
    expect(inLine($(".form-kept").text())).toContain(inLine(part));
  const described = attributesOf($, ".form-sheet [aria-describedby]", "aria-describedby");
  for (const id of described.flatMap((ids) => ids!.split(" "))) expect($(`#${id}`).text().trim()).not.toBe("");
});

forEvery(eachFormPage)("each field has a label, keyboard and autocomplete", async (address, _language, form) => {
  const { $ } = await ask(address);
  const fields = fieldsOf(form);
  expect(Object.entries(typedOn({ $ }))).toEqual(fields.map(({ name, preset = "" }) => [name, preset]));
  for (const { name, kind, required, autocomplete } of fields) {
    const controls = $(`.form-sheet [name="${name}"]`);
    const isRadio = controls.is("[type=radio]");
    expect(name).not.toBe(""); // a browser does not send such a field
    const label = isRadio ? controls.closest("fieldset").find("legend") : $(`label[for="form-${name}"]`);
    expect(controls.filter(`#form-${name}`).length).toBe(1);
    expect(label.text()).toMatch(/\p{L}{2}/u);
    expect(label.find(".field-optional").length > 0).toBe(!required);
    expect(controls.filter("[required]").length).toBe(required ? controls.length : 0);
    expect(controls.attr("autocomplete")).toBe(autocomplete);
    expect(controls.is("[type=email][inputmode=email][spellcheck=false][autocapitalize=none]")).toBe(kind === "mail");
    expect(controls.is("textarea")).toBe(kind === "text");
    if (controls.is("select")) expect(controls.find("option").first().attr("value")).toBe(""); // a browser selects it
  }
});

forEvery(everyFormPage)("a valid form is stored whole, and confirmed", async (address, language, form) => {
  const answers = { ...rightAnswers(form), name: `Maja of ${address}` };
  const { status, headers, text } = await post(address, { ...answers, leave_empty: "", extra: "x" });
  expect({ status, to: headers.get("location") }).toEqual({ status: 303, to: `${address}?sent` });
  expect(headers.get("cache-control")).toBe("no-store");
  expect(text).not.toContain("Maja");
  const [, dateId = ""] = /\/dates\/(.+)/.exec(address) ?? [];
  const stored = (await submissions.list({ form })).filter(({ fields }) => fields.name === answers.name);
  const sent = { id: expect.any(String), receivedAt: new Date(NOW).toISOString(), form, locale: language, dateId };
  expect(stored).toEqual([{ ...sent, suspected: false, fields: { ...answers, ...(dateId && { event: dateId }) } }]);
  const { $, ...thanks } = await ask(`${address}?sent`);
  const expected = { "cache-control": "no-store", "x-robots-tag": "noindex", "content-language": language };
  expect(thanks.status).toBe(200);
  expect(Object.fromEntries(thanks.headers)).toMatchObject(expected);
  expect($("meta[name=robots]").attr("content")).toBe("noindex");
  expect($("html").attr("lang")).toBe(language);
  expect($("main form").length).toBe(0);
  const links = attributesOf($, "main a", "href");
  expect(links.length > 0 && !links.includes(address)).toBe(true); // it would suggest that the form was not sent
  const others = languages.map((other) => `/${other}${formPath(form)}?sent`);
  expect(attributesOf($, ".languages a", "href")).toEqual(others);
  expect(inLine($("main .lead").text())).toMatch(/\p{L}.{40,}/u);
  const { [language]: own, ...foreign } = languageSigns($("h1, main .lead").text());
  expect(own).toBeGreaterThan(Math.max(...Object.values<number>(foreign)));
  if (form === "contact") expect(await errorsIn(thanks.text)).toEqual([]); // the same view for every form
});

forEvery(languages)("who withdraws from a membership reads what happens now, in each language", async (language) => {
  const address = `/${language}/contact`;
  const answers = { ...rightAnswers("contact"), about: "withdrawal", name: `Maja in ${language}` };
  const { headers } = await post(address, answers);
  const to = headers.get("location")!;
  expect(to).toBe(`${address}?sent&about=withdrawal`);
  const { $, status, headers: shown } = await ask(to);
  const { thanks, withdrawal } = library.page("contact", language).form!;
  expect({ status, caching: shown.get("cache-control") }).toEqual({ status: 200, caching: "no-store" });
  expect(inLine($("h1").text())).toBe(inLine(withdrawal!.heading));
  expect(inLine($("main .lead").text())).toContain(inLine(withdrawal!.text));
  expect(attributesOf($, ".languages a", "href")).toContain("/sv/contact?sent&about=withdrawal");
  expect(inLine((await ask(`${address}?sent`)).$("h1").text())).toBe(inLine(thanks.heading));
});

forEvery([
  ["en", "each incl. VAT", "excl. VAT per person"],
  ["sv", "per person med moms", "utan moms per person"],
  ["nb", "per person med moms", "uten moms per person"],
])(
  "the price of a group is said to be for each person, where it is chosen and compared",
  async (language, chosen, compared) => {
    const option = (await ask(`/${language}/commerce-commons/join`)).$("[name=discount][value=group]").parent();
    const { $ } = await ask(`/${language}/commerce-commons/join/discounts`);
    expect(inLine(option.text())).toContain(chosen);
    expect($(".price").text().split(compared)).toHaveLength(2);
  },
);

const join = "/en/commerce-commons/join";
const others = ["?sent&about=", "?sent&about=other", "?sent&x=1", "?x=1&sent", "?a?sent", "?sent=", "?Sent"];
const notSent = [...others.map((query) => `/en/contact${query}`), `${join}?sent&about=withdrawal`];
forEvery(notSent)("a page shows the confirmation only for the query ?sent", async (address) => {
  const { text, headers } = await ask(address);
  expect(text).toBe((await ask(address.split("?")[0]!)).text);
  expect(headers.get("cache-control")).toContain("public");
});

forEvery(["/sv/contact", `/en${formPath("date")}`])(
  "a page with a form allows POST, its Markdown does not",
  async (address) => {
    expect(await raw(`${address}?sent`, "HEAD")).toMatchObject({ status: 200, text: "" });
    for (const [method, status] of Object.entries({ OPTIONS: 204, PUT: 405, DELETE: 405, PATCH: 405 })) {
      const headers = { allow: "GET, HEAD, POST, OPTIONS" };
      expect({ method, ...(await raw(address, method)) }).toMatchObject({ method, status, headers });
    }
    expect((await raw(`${address}.md`)).text).not.toMatch(/<(?:form|input|textarea)/);
    expect((await raw(`${address}.md`, "POST")).headers.allow).toBe("GET, HEAD, OPTIONS");
  },
);

describe("In production without a store", () => {
  const { get, raw } = site({}, { NODE_ENV: "production" });
  const formPaths = formNames.map((form) => formPath(form) as string);

  forEvery(everyPage.filter(([, language]) => language === "sv"))(
    "every page is served without a form, and with a mail link in place of each form",
    async (address, _language, path) => {
      const { status, $ } = await get(address);
      const forms = $(".form-sheet, main a[href$='#form']").length;
      expect({ status, forms }).toEqual({ status: 200, forms: 0 });
      if (!formPaths.includes(path)) return;
      expect($(".next-step a.action").attr("href")).toMatch(new RegExp(`^mailto:${mail}`));
      expect((await get(`${address}?sent`)).headers["cache-control"]).toMatch(/^public/);
      expect(await raw(address, "POST")).toMatchObject({ status: 405, headers: { allow: "GET, HEAD, OPTIONS" } });
    },
  );

  it("a date links to the page with the alternative", async () => {
    const page = "/en/boardroom-for-commerce/gothenburg/attend";
    const { $ } = await get("/en/boardroom-for-commerce/gothenburg");
    expect(new Set(attributesOf($, ".board .board-action, .board .dates-action", "href"))).toEqual(new Set([page]));
    const { event } = JSON.parse((await get("/api/events/boardroom-gothenburg-2027-02-09")).text);
    expect(new URL(event.actionUrl).pathname).toBe(page);
    expect((await get(page)).$(".board-links a:not([href*='.ics'])").length).toBe(0);
  });
});

const smtp = { SMTP_URL: "smtp://mail.example", MAIL_FROM: "a@b.se", SUBMISSIONS_TO: "c@d.se" };
forEvery<[string, Record<string, string>, string[]]>([
  ["a folder", { NODE_ENV: "production", DATA_DIR: "data" }, ["forms"]],
  ["a database", { NODE_ENV: "production", DATABASE_URL: "postgres://db.example/x" }, ["forms"]],
  ["production without either", { NODE_ENV: "production" }, []],
  ["mail", { ...smtp }, ["forms", "form-mail", "form-receipt", "email"]],
  ["mail without receipts", { ...smtp, RECEIPTS: "off" }, ["forms", "form-mail"]],
  ["a webhook", { SUBMISSIONS_WEBHOOK: "https://hooks.slack.com/x" }, ["forms", "form-notice"]],
  ["Redis without forms", { NODE_ENV: "production", REDIS_URL: "redis://127.0.0.1:1" }, ["counts"]],
])("pages describe only what this site keeps and mails", async (_what, variables, sections) => {
  const { get } = site({}, variables);
  const ids = ["forms", "form-mail", "form-receipt", "form-notice", "counts", "email"];
  for (const language of languages) {
    const pages = [await get(`/${language}/legal/privacy`), await get(`/${language}/dates`)];
    expect(ids.filter((id) => pages.some(({ $ }) => $(`#${id}`).length > 0))).toEqual(sections);
  }
  if (sections.includes("email")) return;
  const texts = (await get("/llms-full.txt")).text;
  expect(texts).not.toMatch(/(?:the link|the reminder) (?:in|that)|reply to (?:our|that) email/);
});
