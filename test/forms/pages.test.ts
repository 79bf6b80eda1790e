/** The pages with forms, before and after a form is sent. */
import { describe, expect, it } from "@jest/globals";
import { type FormName, formNames, forms } from "../../src/site/forms.js";
import { shipped } from "../support/changed-library.js";
import { forEvery } from "../support/for-every.js";
import {
  eachFormPage,
  everyForm,
  everyFormPage,
  fieldsOf,
  formPath,
  formSite,
  rightAnswers,
  typedOn,
} from "../support/forms.js";
import { inLine } from "../support/html.js";
import { languageSigns } from "../support/language.js";
import { NOW, site } from "../support/site.js";
import { everyPage, languages } from "../support/specified-pages.js";
import { errorsIn } from "../support/valid-html.js";

const months = Object.fromEntries(formNames.map((form, index) => [form, index + 2]));
const retentionMonths = months as Record<FormName, number>;
const library = { ...shipped, organisation: { ...shipped.organisation, retentionMonths } };
const { ask, post, raw, submissions } = await formSite({ library });
const later = site({ clock: () => NOW + 5 * 60_000, library });

const onEachForm = forEvery(eachFormPage);

describe("A page with a form", () => {
  onEachForm("has the same bytes for every visitor at every time, and a form to its own address", async (address) => {
    const { $, text, headers } = await ask(address);
    const visitor = {
      cookie: "a=1",
      "user-agent": "Other/1.0",
      "accept-language": "nb",
      "x-forwarded-for": "203.0.113.9",
    };
    expect((await ask(address, { headers: visitor })).text).toBe(text);
    expect((await later.get(address)).text).toBe(text);
    const form = $(".form-sheet form");
    expect({
      caching: headers.get("cache-control"),
      forms: form.length,
      method: form.attr("method"),
      action: new URL(form.attr("action")!, `https://a.example${address}`).pathname,
      novalidate: form.is("[novalidate]"), // browsers show messages in their own language
      hidden: form
        .find("input[type=hidden]")
        .toArray()
        .map((input) => $(input).attr()),
      problems: $(".form-sheet").find("[autofocus], [aria-invalid=true], .problem, [maxlength]").length,
    }).toEqual({
      caching: "public, max-age=60, stale-while-revalidate=300",
      forms: 1,
      method: "post",
      action: address,
      novalidate: true,
      hidden: [{ type: "hidden", name: "seconds", value: "" }],
      problems: 0,
    });
  });

  onEachForm(
    "has every field, empty or preset, in order, with a label, the right keyboard and autocomplete",
    async (address, _language, form) => {
      const { $ } = await ask(address);
      const fields = fieldsOf(form);
      expect(Object.entries(typedOn({ $ }))).toEqual(fields.map(({ name, preset = "" }) => [name, preset]));
      for (const { name, kind, required, autocomplete } of fields) {
        const controls = $(`.form-sheet [name="${name}"]`);
        const isOpen = kind === "choice" && controls.is("input");
        const label = isOpen ? controls.closest("fieldset").find("legend") : $(`label[for="form-${name}"]`);
        expect({
          name,
          hasLabel: /\p{L}{2}/u.test(label.text()),
          isOptional: label.find(".field-optional").length > 0,
          required: controls.filter("[required]").length,
          autocomplete: controls.attr("autocomplete"),
          first: controls.filter(`#form-${name}`).length,
        }).toEqual({
          name,
          hasLabel: true,
          isOptional: !required,
          required: required ? controls.length : 0,
          autocomplete,
          first: 1,
        });
        if (kind === "mail")
          expect(controls.is("[type=email][inputmode=email][spellcheck=false][autocapitalize=none]")).toBe(true);
        if (kind === "text") expect(controls.is("textarea")).toBe(true);
        // Otherwise the browser preselects a date.
        if (controls.is("select")) expect(controls.find("option").first().attr("value")).toBe("");
      }
      // Not visible, announced, focusable or autofilled.
      expect($(".form-sheet [aria-hidden=true] [name=leave_empty][tabindex=-1][autocomplete=off]").length).toBe(1);
      for (const control of $(".form-sheet [aria-describedby]").toArray())
        for (const id of $(control).attr("aria-describedby")!.split(" "))
          expect($(`#${id}`).text().trim()).not.toBe("");
    },
  );

  forEvery(everyFormPage)(
    "states beside the button who stores the data, why and for how long, and links to the privacy page",
    async (address, language, form) => {
      const { $ } = await ask(address);
      const line = $(".form-sheet .form-end:has(button[type=submit]) .form-kept");
      const { purpose } = library.page(forms[form].page, language).form!;
      for (const part of [library.organisation.name, purpose, ` ${retentionMonths[form]} `])
        expect(inLine(line.text())).toContain(inLine(part));
      expect(line.find("a").attr("href")).toBe(`/${language}/legal/privacy#forms`);
    },
  );

  forEvery(everyFormPage)(
    "stores exactly the fields of a valid form, and redirects to a confirmation in its language",
    async (address, language, form) => {
      const answers = { ...rightAnswers(form), name: `Maja of ${address}` };
      const { status, headers, text } = await post(address, { ...answers, seconds: "9", leave_empty: "", extra: "x" });
      expect({ status, to: headers.get("location"), caching: headers.get("cache-control") }).toEqual({
        status: 303,
        to: `${address}?sent`,
        caching: "no-store",
      });
      expect(text).not.toContain("Maja");
      const [, event] = /\/dates\/(.+)/.exec(address) ?? [];
      const stored = (await submissions.list({ form })).filter(({ fields }) => fields.name === answers.name);
      expect(stored).toEqual([
        {
          id: expect.any(String),
          receivedAt: new Date(NOW).toISOString(),
          form,
          locale: language,
          suspected: false,
          fields: { ...answers, ...(event && { event }) },
        },
      ]);

      const { $, ...thanks } = await ask(`${address}?sent`);
      const links = (selector: string) =>
        $(selector)
          .toArray()
          .map((link) => $(link).attr("href")!);
      expect({
        status: thanks.status,
        caching: thanks.headers.get("cache-control"),
        robots: [thanks.headers.get("x-robots-tag"), $("meta[name=robots]").attr("content")],
        languages: [thanks.headers.get("content-language"), $("html").attr("lang")],
        headings: $("h1").length,
        forms: $("main form").length,
        others: links(".languages a"),
      }).toEqual({
        status: 200,
        caching: "no-store",
        robots: ["noindex", "noindex"],
        languages: [language, language],
        headings: 1,
        forms: 0,
        others: languages.map((other) => `/${other}${formPath(form)}?sent`),
      });
      expect($("main .lead").text()).toMatch(/\p{L}.{40,}/u);
      const { [language]: own, ...foreign } = languageSigns($("h1, main .lead").text());
      expect(own).toBeGreaterThan(Math.max(...Object.values<number>(foreign)));
      // A link back to the form would suggest that it was not sent.
      expect(links("main a").length).toBeGreaterThan(0);
      expect(links("main a")).not.toContain(address);
      if (form === "contact") expect(await errorsIn(thanks.text)).toEqual([]); // the same view for every form
    },
  );

  forEvery(["?sent&x=1", "?x=1&sent", "?x=?sent", "?a?sent", "?sent=", "?sent=1", "?utm=1", "?Sent", "?"])(
    "shows the confirmation only for the query ?sent",
    async (query) => {
      const { text, headers } = await ask(`/en/contact${query}`);
      expect(text).toBe((await ask("/en/contact")).text);
      expect(headers.get("cache-control")).toContain("public");
    },
  );

  forEvery(["/sv/contact", `/en${formPath("date")}`])(
    "allows GET, HEAD, POST and OPTIONS, and only reading its Markdown, which has no form",
    async (address) => {
      const head = await raw(`${address}?sent`, "HEAD");
      expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: "" });
      for (const [method, status] of [
        ["OPTIONS", 204],
        ["PUT", 405],
        ["DELETE", 405],
        ["PATCH", 405],
      ] as const) {
        const refused = await raw(address, method);
        expect({ method, status: refused.status, allow: refused.headers.allow }).toEqual({
          method,
          status,
          allow: "GET, HEAD, POST, OPTIONS",
        });
      }
      const markdown = await raw(`${address}.md`);
      expect((await raw(address, "GET", { accept: "text/markdown" })).text).toBe(markdown.text);
      expect(markdown.text).not.toMatch(/<(?:form|input|textarea)/);
      expect((await raw(`${address}.md`, "POST")).headers.allow).toBe("GET, HEAD, OPTIONS");
    },
  );
});

it("a form follows the opening, then links to the sections, the sections and the dates, also as Markdown", async () => {
  const path = "/sv/boardroom-for-commerce/varberg/attend";
  const { sections } = library.page("boardroom-for-commerce-varberg-attend", "sv");
  const { $ } = await ask(path);
  const headings = $("main h2[id]")
    .toArray()
    .map((heading) => $(heading).attr("id")!);
  const order = ["form-heading", ...sections.map(({ id }) => id), "dates"];
  expect(headings.filter((id) => order.includes(id))).toEqual(order);
  const links = $(".hero + #form + .section-links a").toArray();
  expect(links.map((link) => $(link).attr("href"))).toEqual(sections.map(({ id }) => `#${id}`));
  expect($(".hero a.action").length).toBe(0);

  const { text } = await ask(`${path}.md`);
  const places = ["- **Ditt namn**", ...sections.map(({ title }) => `## ${title}`), "## Kommande träffar"];
  const found = places.map((place) => text.indexOf(place));
  expect(found).toEqual(found.filter((at) => at > 0).sort((a, b) => a - b));
});

const formPaths = everyForm.map((form) => formPath(form) as string);
forEvery(everyPage.filter(([, language, path]) => language === "nb" && !formPaths.includes(path)))(
  "a page without a form has no confirmation, and answers 405 to POST",
  async (address) => {
    const { $, text } = await ask(address);
    const posted = await post(address, rightAnswers("contact"));
    expect({
      forms: $(".form-sheet").length,
      isPlain: (await ask(`${address}?sent`)).text === text,
      status: posted.status,
      allow: posted.headers.get("allow"),
    }).toEqual({ forms: 0, isPlain: true, status: 405, allow: "GET, HEAD, OPTIONS" });
  },
);
