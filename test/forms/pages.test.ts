/** The pages with forms, before and after a form is sent. */
import { describe, expect, it } from "@jest/globals";
import { forms } from "../../src/site/forms.js";
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
import { languageSigns } from "../support/language.js";
import { NOW, site } from "../support/site.js";
import { everyPage, languages } from "../support/specified-pages.js";
import { errorsIn } from "../support/valid-html.js";

const formed = await formSite();
const { ask, post, submissions } = formed;
const later = site({ clock: () => NOW + 5 * 60_000 });

const onEachForm = forEvery(eachFormPage);

describe("A page with a form", () => {
  onEachForm("has the same cacheable bytes for every visitor, without a token or a time", async (address) => {
    const one = await ask(address);
    const other = await ask(address, {
      headers: {
        cookie: "a=1",
        "user-agent": "Other/1.0",
        "accept-language": "nb",
        "x-forwarded-for": "203.0.113.9",
      },
    });
    const identity = await formed.raw(address);

    expect(one.status).toBe(200);
    expect(other.text).toBe(one.text);
    expect((await later.get(address)).text).toBe(one.text);
    expect(one.headers.get("cache-control")).toBe("public, max-age=60, stale-while-revalidate=300");
    expect(identity.headers.etag).toMatch(/^"[\w-]+"$/);
    expect(identity.headers["set-cookie"]).toBeUndefined();
    const { $ } = one;
    expect($(".form-sheet form").length).toBe(1);
    expect($(".form-sheet form").attr("method")).toBe("post");
    expect(new URL($(".form-sheet form").attr("action")!, `https://a.example${address}`).pathname).toBe(address);
    const hidden = $(".form-sheet input[type=hidden]").toArray();
    expect(hidden.map((input) => [$(input).attr("name"), $(input).attr("value")])).toEqual([["seconds", ""]]);
    expect($(".form-sheet").find("[autofocus], [aria-invalid=true], .problem").length).toBe(0);
  });

  onEachForm(
    "has every field, empty or preset, and in order, with a label, the right autocomplete and no maxlength",
    async (address, _language, form) => {
      const { $ } = await ask(address);
      const fields = fieldsOf(form);

      expect(Object.entries(typedOn({ $ }))).toEqual(
        fields.map(({ name }) => [name, name === "discount" ? "none" : ""]),
      );
      for (const { name, kind, required, autocomplete } of fields) {
        const controls = $(`.form-sheet [name="${name}"]`);
        const label =
          kind === "choice" && controls.is("input") ? controls.closest("fieldset").find("legend") : undefined;
        expect((label ?? $(`label[for="form-${name}"]`)).text()).toMatch(/\p{L}{2}/u);
        expect(controls.filter(`#form-${name}`).length).toBe(1);
        expect(controls.toArray().map((control) => $(control).is("[required]"))).toEqual(
          controls.toArray().map(() => required),
        );
        expect(controls.attr("autocomplete")).toBe(autocomplete);
        expect((label ?? $(`label[for="form-${name}"]`)).find(".field-optional").length).toBe(required ? 0 : 1);
        if (kind === "mail") {
          expect(["type", "inputmode", "spellcheck", "autocapitalize"].map((what) => controls.attr(what))).toEqual([
            ...["email", "email", "false", "none"],
          ]);
        }
        if (controls.is("select")) expect(controls.find("option").first().attr("value")).toBe(""); // otherwise the browser preselects a date
        if (kind === "text") expect(controls.is("textarea")).toBe(true);
        if (kind === "choice")
          expect($(controls).add(controls.find("option")).filter("[value]").length).toBeGreaterThan(1);
      }
      expect($(".form-sheet [maxlength]").length).toBe(0);
      expect($(".form-sheet form").is("[novalidate]")).toBe(true); // browsers show messages in their own language
      const trap = $(".form-sheet [name=leave_empty]"); // not visible, announced, focusable or autofilled
      expect([trap.attr("tabindex"), trap.attr("autocomplete"), trap.closest("[aria-hidden=true]").length]).toEqual([
        "-1",
        "off",
        1,
      ]);
      const described = $(".form-sheet [aria-describedby]").toArray();
      for (const control of described) {
        for (const id of $(control).attr("aria-describedby")!.split(" "))
          expect($(`#${id}`).text().trim()).not.toBe("");
      }
    },
  );

  forEvery(everyFormPage)(
    "states beside the button who stores the data, why and for how long, and links to the privacy page",
    async (address, language, form) => {
      const { $ } = await ask(address);
      const { name, retentionMonths } = formed.services.library.organisation;
      const page = formed.services.library.page(forms[form].page, language);
      const line = $(".form-sheet .form-end:has(button[type=submit]) .form-kept");

      expect(line.text()).toContain(name);
      expect(line.text()).toContain(page.form!.purpose);
      expect(line.text()).toMatch(new RegExp(`\\b${retentionMonths[form]} (?:months|månader|måneder)\\b`));
      const link = line.find("a").attr("href")!;
      expect(link).toBe(`/${language}/legal/privacy#forms`);
      expect((await ask(link.split("#")[0]!)).$("#forms").length).toBe(1);
      expect($("#form").length).toBe(1);
    },
  );

  forEvery(everyFormPage)(
    "stores a valid form, and redirects to a confirmation page in its language",
    async (address, language, form) => {
      const sent = { ...rightAnswers(form), name: `Maja of ${address}` };
      const { status, headers, text } = await post(address, sent);
      expect([status, headers.get("location"), headers.get("cache-control")]).toEqual([
        303,
        `${address}?sent`,
        "no-store",
      ]);
      expect(text).not.toContain("Maja");
      const [kept, ...others] = (await submissions.list({})).filter(({ fields }) => fields.name === sent.name);
      expect(kept).toMatchObject({ form, locale: language, suspected: false, fields: sent });
      expect(others).toEqual([]);

      const count = (await submissions.list({})).length;
      const thanks = await ask(`${address}?sent`);
      const again = await ask(`${address}?sent`);
      expect([thanks.status, thanks.headers.get("cache-control"), thanks.headers.get("x-robots-tag")]).toEqual([
        200,
        "no-store",
        "noindex",
      ]);
      expect([again.status, again.text]).toEqual([200, thanks.text]);
      expect((await submissions.list({})).length).toBe(count);
      const { $ } = thanks;
      expect($("html").attr("lang")).toBe(language);
      expect(thanks.headers.get("content-language")).toBe(language);
      expect($("meta[name=robots]").attr("content")).toBe("noindex");
      expect($("main form").length).toBe(0);
      expect($("h1").length).toBe(1);
      expect($("main .lead").text()).toMatch(/\p{L}.{40,}/u);
      const { [language]: own, ...foreign } = languageSigns($("h1, main .lead").text());
      expect(own).toBeGreaterThan(Math.max(...Object.values<number>(foreign)));
      // A link back to the form would suggest that it was not sent.
      const onward = $("main a")
        .toArray()
        .map((link) => $(link).attr("href")!);
      expect(onward.length).toBeGreaterThan(0);
      expect(onward).not.toContain(address);
      expect(
        $(".languages a")
          .toArray()
          .map((link) => $(link).attr("href")),
      ).toEqual(languages.map((other) => `/${other}${formPath(form)}?sent`));
      if (form === "contact") expect(await errorsIn(thanks.text)).toEqual([]); // the same view for every form
    },
  );

  forEvery(["?sent&x=1", "?x=1&sent", "?x=?sent", "?a?sent", "?sent=", "?sent=1", "?utm=1", "?Sent", "?"])(
    "shows the confirmation only for the query ?sent",
    async (query) => {
      for (const address of ["/en/contact", "/sv/boardroom-for-commerce/varberg/attend"]) {
        const { status, text, headers } = await ask(address + query);
        expect([status, text]).toEqual([200, (await ask(address)).text]);
        expect(headers.get("cache-control")).toContain("public");
      }
    },
  );

  onEachForm("allows GET, HEAD, POST and OPTIONS, and answers 405 to other methods", async (address) => {
    const head = await formed.raw(`${address}?sent`, "HEAD");
    expect([head.status, head.text, head.headers["cache-control"]]).toEqual([200, "", "no-store"]);
    expect((await formed.raw(address, "HEAD")).headers.etag).toBe((await formed.raw(address)).headers.etag);

    const options = await formed.raw(address, "OPTIONS");
    expect([options.status, options.headers.allow]).toEqual([204, "GET, HEAD, POST, OPTIONS"]);
    for (const method of ["PUT", "DELETE", "PATCH"]) {
      const refused = await formed.raw(address, method);
      expect([refused.status, refused.headers.allow]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    }
  });

  onEachForm("has a Markdown version without a form, which does not allow POST", async (address, _language) => {
    const twin = await formed.raw(`${address}.md`);
    const negotiated = await formed.raw(address, "GET", { accept: "text/markdown" });
    expect([twin.status, negotiated.text]).toEqual([200, twin.text]);
    expect(twin.text).not.toMatch(/<(?:form|input|textarea)/);
    expect((await formed.raw(`${address}.md`, "POST")).headers.allow).toBe("GET, HEAD, OPTIONS");
  });
});

const formPaths = everyForm.map((form) => formPath(form) as string);
const others = everyPage.filter(([, language, path]) => language === "nb" && !formPaths.includes(path));

it("a form follows the opening, then links to the sections, the sections and the events, also as Markdown", async () => {
  const path = "/sv/boardroom-for-commerce/varberg/attend";
  const { $ } = await ask(path);
  const headings = $("main h2")
    .toArray()
    .map((heading) => $(heading).attr("id"));
  const sections = ["who", "sign-up", "answer", "promise"];
  const order = ["form-heading", ...sections, "dates"];
  expect(headings.filter((id) => order.includes(id ?? ""))).toEqual(order);
  const links = $(".hero + #form + .section-links a").toArray();
  expect(links.map((link) => $(link).attr("href"))).toEqual(sections.map((id) => `#${id}`));
  expect($(".hero a.action").length).toBe(0);

  const { text } = await ask(`${path}.md`);
  const titles = formed.services.library
    .page("boardroom-for-commerce-varberg-attend", "sv")
    .sections.map(({ title }) => `## ${title}`);
  const places = ["- **Ditt namn**", ...titles, "## Kommande träffar"];
  const found = places.map((place) => text.indexOf(place));
  expect(found).toEqual(found.filter((at) => at > 0).sort((a, b) => a - b));
});

it("a page without a form has no confirmation, and answers 405 to POST", async () => {
  for (const [address] of others) {
    const { $, text } = await ask(address);
    const sent = await ask(`${address}?sent`);
    const posted = await post(address, rightAnswers("contact"));

    expect([address, $(".form-sheet").length, sent.status, sent.text === text]).toEqual([address, 0, 200, true]);
    expect([address, posted.status, posted.headers.get("allow")]).toEqual([address, 405, "GET, HEAD, OPTIONS"]);
  }
});

it("a form sent to an address without a locale, or with a trailing slash, is redirected with 308", async () => {
  for (const [address, right] of [
    ["/contact", "/en/contact"],
    ["/no/contact", "/nb/contact"],
    ["/sv/contact/", "/sv/contact"],
  ] as const) {
    const { status, headers } = await post(address, rightAnswers("contact"));
    expect([status, headers.get("location")]).toEqual([308, right]);
  }
});

it("the line beside the button states the retention that site.json sets for each form", async () => {
  const { organisation } = shipped;
  const retentionMonths = { ...organisation.retentionMonths, contact: 1, join: 7 };
  const { get } = site({ library: { ...shipped, organisation: { ...organisation, retentionMonths } } });
  const line = async (address: string) => (await get(address)).$(".form-kept").text();

  expect(await line("/en/contact")).toMatch(/ 1 month,/);
  expect(await line("/sv/contact")).toMatch(/ 1 månad,/);
  expect(await line("/nb/contact")).toMatch(/ 1 måned /);
  expect(await line("/en/commerce-commons/join")).toMatch(/ 7 months,/);
  expect(await line("/en/commerce-commons/join/discounts/student")).toMatch(/ 12 months,/);
});
