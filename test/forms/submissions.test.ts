/** Forms are stored once, what happens if they cannot be stored, and no submitted value is logged. */
import { describe, expect, it } from "@jest/globals";
import type { Library } from "../../src/content/library.js";
import { shipped as library } from "../support/changed-library.js";
import { forEvery } from "../support/for-every.js";
import { everyForm, fieldsOf, formPath, formSite, rightAnswers, storeInFile, typedOn } from "../support/forms.js";
import { mail } from "../support/owner.js";
import { listeningLogger, NOW, site } from "../support/site.js";
import { everyPage, languages } from "../support/specified-pages.js";

const DAY_MS = 24 * 60 * 60 * 1000;
const answers = rightAnswers("contact");
const shared = formSite();

describe("Duplicate submissions", () => {
  /** Of every form in test/fuzz.test.ts. */
  forEvery(["seat-varberg", "contact"] as const)("are all confirmed and stored once", async (form) => {
    const { post, submissions } = await shared;
    const path = formPath(form);
    for (const language of ["en", "en", "sv"]) {
      const { status, headers } = await post(`/${language}${path}`, rightAnswers(form));
      expect([status, headers.get("location")]).toEqual([303, `/${language}${path}?sent`]);
    }
    const both = await Promise.all([1, 2].map(() => post(`/en${path}`, { ...rightAnswers(form), name: "At once" })));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    const names = (await submissions.list({ form })).map(({ fields }) => fields.name);
    expect(names.sort()).toEqual(["At once", "The name of Maja"]);
  });

  it("differ if a word differs, but not if only case or whitespace does", async () => {
    const { post, submissions } = await formSite();
    const message = (text: string) => post("/en/contact", { ...answers, message: text });
    await message("I am coming\n\non Thursday");
    await message("  I  am coming on THURSDAY \r\n");
    expect((await submissions.list({})).length).toBe(1);
    await message("I am coming on Friday");
    expect((await submissions.list({})).length).toBe(2);
  });

  it("are stored again after 24 hours", async () => {
    let now = NOW;
    const { post, submissions } = await formSite({ clock: () => now });
    await post("/en/contact", answers);
    now += DAY_MS - 1;
    await post("/en/contact", answers);
    expect((await submissions.list({})).length).toBe(1);
    now += 1;
    await post("/en/contact", answers);
    expect((await submissions.list({})).length).toBe(2);
  });
});

describe("While the store is unavailable", () => {
  const unavailableSite = async () => {
    const store = storeInFile();
    const state = { unavailable: true };
    const site = await formSite({
      submissions: {
        ...store,
        add: async (sent, channels) => {
          // PostgreSQL repeats the values of the failing row in `detail`.
          const details = { code: "57P01", detail: `Failing row contains (${Object.values(sent.fields).join(", ")}).` };
          if (state.unavailable) throw Object.assign(new Error(`terminating, with ${sent.fields.name}`), details);
          return store.add(sent, channels);
        },
      },
    });
    return { ...site, state };
  };

  it.each(languages)(
    "a form gets 503 with the submitted values and the mail address, in %s, and pages still answer",
    async (language) => {
      const { post, ask, state, services, submissions } = await unavailableSite();
      const address = `/${language}/contact`;
      const answer = await post(address, answers);
      const { $, headers, status } = answer;

      expect([status, headers.get("cache-control"), headers.get("retry-after")]).toEqual([503, "no-store", "30"]);
      expect($("html").attr("lang")).toBe(language);
      expect(typedOn(answer)).toEqual(answers);
      expect($(".form-problems[autofocus]").text()).toContain(
        services.getFixedT(language)("forms:errors.storageUnavailable"),
      );
      expect($(".form-problems a").attr("href")).toBe(`mailto:${mail}`);
      expect($("title").text()).toContain($(".form-problems h3").text());
      expect((await ask(address)).status).toBe(200);
      expect((await ask(address)).text).not.toContain("form-problems");
      expect((await ask(`/${language}`)).status).toBe(200);
      expect((await ask("/healthz")).status).toBe(200);

      state.unavailable = false;
      expect((await post(address, answers)).status).toBe(303);
      expect((await submissions.list({})).length).toBe(1);
    },
  );

  it("an invalid form still gets its errors", async () => {
    const { post } = await unavailableSite();
    expect((await post("/en/contact", { ...answers, email: "no" })).status).toBe(422);
  });

  it("the log has the reason and no submitted value", async () => {
    const { post, lines } = await unavailableSite();
    await post("/en/contact", answers);
    const { level, fields } = lines.find(({ message }) => message === "Could not store a submission")!;
    expect([level, fields]).toEqual(["error", { reason: "57P01" }]);
    expect(logOf(lines)).not.toMatch(/Maja|example\.org/i);
  });
});

/** All log lines, with errors as pino writes them: message, stack and every property. */
function logOf(lines: readonly { fields: unknown; message: string }[]): string {
  const whole = (_key: string, value: unknown) =>
    value instanceof Error ? { ...value, message: value.message, stack: value.stack, cause: value.cause } : value;
  return JSON.stringify(lines, whole);
}

it("the log has no submitted value, whatever the response", async () => {
  const { post, ask, lines, services } = await formSite();
  const typed = { ...answers, name: "Zyxia", message: "quuxword", leave_empty: "", seconds: "9" };
  const outcomes = [
    await post("/en/contact", typed),
    await post("/en/contact", { ...typed, email: "zyxia" }),
    await post("/en/contact", { ...typed, leave_empty: "zyxia.example" }),
    await post("/en/contact", typed, { "sec-fetch-site": "cross-site" }),
    await post("/en/contact", JSON.stringify(typed), { "content-type": "application/json" }),
    await post("/en/contact", { ...typed, message: "quuxword".repeat(40_000) }),
    await post(`/en/contact?name=zyxia&message=quuxword`, typed),
    await post("/en/about", typed),
    await ask("/en/contact?sent&name=zyxia"),
  ];
  services.health.draining = true;
  outcomes.push(await post("/en/contact", typed));
  expect(outcomes.map(({ status }) => status)).toEqual([303, 422, 303, 403, 415, 413, 303, 405, 200, 503]);
  expect(lines.filter(({ message }) => message === "request").length).toBeGreaterThan(8);
  expect(logOf(lines)).not.toMatch(/zyxia|quuxword|example\.org|198\.18/i);
});

it("once the listener has closed, a form gets 503 with the submitted values", async () => {
  const { post, services, submissions } = await formSite();
  Object.assign(services.health, { ready: false, draining: true });
  for (const language of languages) {
    const answer = await post(`/${language}/contact`, answers);

    const { status, headers, $ } = answer;
    expect([status, headers.get("retry-after"), headers.get("connection")]).toEqual([503, "5", "close"]);
    expect([$("html").attr("lang"), headers.get("cache-control")]).toEqual([language, "no-store"]);
    expect(typedOn(answer)).toEqual(answers);
    expect($(".form-problems").text()).toMatch(/is restarting|håller på att starta om|starter på nytt/);
  }
  expect((await submissions.list({})).length).toBe(0);
});

describe("An error while a rejected form is rendered", () => {
  const spoilt = (spoil: (page: ReturnType<Library["page"]>) => object): Library => ({
    ...library,
    page: (name, locale) => {
      const page = library.page(name, locale);
      return name === "contact" ? (spoil(page) as typeof page) : page;
    },
  });
  const secret = () => {
    throw new Error("the secret is in /var/lib/secret");
  };

  it.each([
    ["its view", spoilt((page) => Object.defineProperty({ ...page }, "lead", { get: secret }))],
    ["what it is made of", spoilt(() => secret() as never)],
  ])("in %s gets an error page without details", async (_what, broken) => {
    const { logger, lines } = listeningLogger();
    const { post } = await formSite({ library: broken, logger });
    for (const headers of [{}, { "sec-fetch-site": "cross-site" }] as Record<string, string>[]) {
      const { status, headers: answered, text, $ } = await post("/sv/contact", { ...answers, email: "no" }, headers);
      expect([status >= 400, answered.get("cache-control")]).toEqual([true, "no-store"]);
      expect(answered.get("content-type")).toMatch(/^text\/(?:html|plain); charset=utf-8$/);
      if (answered.get("content-type")!.includes("html")) expect($("html").attr("lang")).toBe("sv");
      expect(text).not.toMatch(/secret|Error:|at .*\.ts|<pre>/);
    }
    expect(lines.filter(({ level }) => level === "error").length).toBeGreaterThan(0);
    expect(logOf(lines)).not.toMatch(/Maja/);
  });
});

describe("Production without a store", () => {
  const production = { NODE_ENV: "production" };
  const { get, client } = site({}, production);

  it("serves every page without a form, and a mail link in place of each form", async () => {
    const formPaths = everyForm.map((form) => formPath(form) as string);
    for (const [address, language, path] of everyPage) {
      if (language !== "en" && !formPaths.includes(path)) continue;
      const { status, $ } = await get(address);
      expect([address, status, $(".form-sheet, main a[href$='#form'], script[src*='/form.']").length]).toEqual([
        address,
        200,
        0,
      ]);
      if (!formPaths.includes(path)) continue;
      expect($(".next-step a.action").attr("href")).toMatch(new RegExp(`^mailto:${mail}`));
      const thanks = await get(`${address}?sent`);
      expect([thanks.status, thanks.headers["cache-control"]]).toEqual([
        200,
        "public, max-age=60, stale-while-revalidate=300",
      ]);
    }
  });

  forEvery(everyForm)("answers 405 to a form", async (form) => {
    const { status, headers } = await client
      .post(`/en${formPath(form)}`)
      .type("form")
      .send(rightAnswers(form));
    expect([status, headers.allow]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });

  forEvery(languages)("has no section about forms on the privacy page", async (language) => {
    const { $ } = await get(`/${language}/legal/privacy`);
    expect($("#forms, #form-mail, #form-receipt, #form-notice, #counts").length).toBe(0);
    expect($("#mail").length).toBe(1);
  });
});

describe("The privacy page describes", () => {
  const smtp = { SMTP_URL: "smtp://mail.example", MAIL_FROM: "a@b.se", SUBMISSIONS_TO: "c@d.se" };
  it.each([
    ["forms, with a folder", { NODE_ENV: "production", DATA_DIR: "data" }, ["forms"]],
    ["forms, with a database", { NODE_ENV: "production", DATABASE_URL: "postgres://db.example/x" }, ["forms"]],
    ["forms, outside production", {}, ["forms"]],
    ["mail about them and receipts, with SMTP", { ...smtp }, ["forms", "form-mail", "form-receipt"]],
    ["mail without receipts", { ...smtp, RECEIPTS: "off" }, ["forms", "form-mail"]],
    ["notices, with a webhook", { SUBMISSIONS_WEBHOOK: "https://hooks.slack.com/x" }, ["forms", "form-notice"]],
    ["counts, with Redis", { REDIS_URL: "redis://127.0.0.1:1" }, ["forms", "counts"]],
    ["counts without forms", { NODE_ENV: "production", REDIS_URL: "redis://127.0.0.1:1" }, ["counts"]],
  ] as [string, Record<string, string>, string[]][])("%s", async (_what, variables, sections) => {
    const { get } = site({}, variables);
    const ids = ["forms", "form-mail", "form-receipt", "form-notice", "counts"];
    const { $ } = await get("/sv/legal/privacy"); // the build compares the sections of the languages
    expect(ids.filter((id) => $(`#${id}`).length > 0).sort()).toEqual([...sections].sort());
  });
});

it("exactly the fields of each form are stored, with the locale and the time", async () => {
  const { post, submissions } = await shared;
  for (const form of everyForm) {
    const sent = { ...rightAnswers(form), email: "fields@example.org", seconds: "9", leave_empty: "", extra: "x" };
    await post(`/nb${formPath(form)}`, sent);
    const [kept] = await submissions.list({ form, email: "fields@example.org" });
    const ofDate = formPath(form).startsWith("/dates/") ? ["event"] : [];
    expect(Object.keys(kept!.fields)).toEqual([...fieldsOf(form).map(({ name }) => name), ...ofDate]);
    expect([kept!.locale, kept!.receivedAt]).toEqual(["nb", new Date(NOW).toISOString()]);
  }
});
