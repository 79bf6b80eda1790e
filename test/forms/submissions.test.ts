/** Forms are stored once, what happens if they cannot be stored, and no submitted value is logged. */
import { describe, expect, it } from "@jest/globals";
import type { Library } from "../../src/content/library.js";
import { shipped as library } from "../support/changed-library.js";
import { forEvery } from "../support/for-every.js";
import { everyForm, formPath, formSite, rightAnswers, storeInFile } from "../support/forms.js";
import { mail } from "../support/owner.js";
import { site } from "../support/site.js";
import { everyPage, languages } from "../support/specified-pages.js";
import { expectRejected } from "./rejected.js";

const answers = rightAnswers("contact");

/** All log lines, with errors as pino writes them: message, stack and every property. */
function logOf(lines: readonly { fields: unknown; message: string }[]): string {
  const whole = (_key: string, value: unknown) =>
    value instanceof Error ? { ...value, message: value.message, stack: value.stack, cause: value.cause } : value;
  return JSON.stringify(lines, whole);
}

it("the same form sent again, in another language or twice at once, is confirmed each time and stored once", async () => {
  const { post, submissions } = await formSite();
  const send = async (language: string) => (await post(`/${language}/contact`, answers)).headers.get("location");
  expect(await Promise.all(["en", "en", "sv"].map(send))).toEqual([
    "/en/contact?sent",
    "/en/contact?sent",
    "/sv/contact?sent",
  ]);
  expect(await submissions.list({})).toHaveLength(1);
});

it("while the store is unavailable, a form gets 503 with what was typed, and pages and problems are still shown", async () => {
  const store = storeInFile();
  let isUnavailable = true;
  const add: typeof store.add = async (sent, channels) => {
    // PostgreSQL repeats the values of the failing row in `detail`.
    const details = { code: "57P01", detail: `Failing row contains (${Object.values(sent.fields).join(", ")}).` };
    if (isUnavailable) throw Object.assign(new Error(`terminating, with ${sent.fields.name}`), details);
    return store.add(sent, channels);
  };
  const { post, ask, services, submissions, lines } = await formSite({ submissions: { ...store, add } });
  const refused = await post("/sv/contact", answers);
  const reason = services.getFixedT("sv")("forms:errors.storageUnavailable");
  await expectRejected(refused, { status: 503, reason, typed: answers });
  expect(refused.headers.get("retry-after")).toBe("30");
  expect((await post("/sv/contact", { ...answers, email: "no" })).status).toBe(422);
  for (const address of ["/sv/contact", "/healthz"])
    expect({ address, status: (await ask(address)).status }).toEqual({ address, status: 200 });
  const { level, fields } = lines.find(({ message }) => message === "Could not store a submission")!;
  expect({ level, fields }).toEqual({ level: "error", fields: { reason: "57P01" } });
  expect(logOf(lines)).not.toMatch(/Maja|example\.org/i);

  isUnavailable = false;
  expect((await post("/sv/contact", answers)).status).toBe(303);
  expect((await submissions.list({})).length).toBe(1);
});

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

it("once the listener has closed, a form gets 503 with what was typed, and is not stored", async () => {
  const { post, services, submissions } = await formSite();
  Object.assign(services.health, { ready: false, draining: true });
  const answer = await post("/sv/contact", answers);
  const reason = services.getFixedT("sv")("forms:errors.restarting");
  await expectRejected(answer, { status: 503, reason, typed: answers });
  expect(answer.headers.get("retry-after")).toBe("5");
  expect(answer.headers.get("connection")).toBe("close");
  expect((await submissions.list({})).length).toBe(0);
});

it("an error while a rejected form is rendered gets an error page without details", async () => {
  const secret = () => {
    throw new Error("the secret is in /var/lib/secret");
  };
  const page: Library["page"] = (name, locale) => {
    const page = library.page(name, locale);
    return name === "contact" ? Object.defineProperty({ ...page }, "lead", { get: secret }) : page;
  };
  const { post, lines } = await formSite({ library: { ...library, page } });
  for (const headers of [{}, { "sec-fetch-site": "cross-site" }] as Record<string, string>[]) {
    const { status, headers: received, text } = await post("/sv/contact", { ...answers, email: "no" }, headers);
    expect({ isError: status >= 400, caching: received.get("cache-control") }).toEqual({
      isError: true,
      caching: "no-store",
    });
    expect(received.get("content-type")).toMatch(/^text\/(?:html|plain); charset=utf-8$/);
    expect(text).not.toMatch(/secret|Error:|at .*\.ts|<pre>/);
  }
  expect(lines.filter(({ level }) => level === "error").length).toBeGreaterThan(0);
  expect(logOf(lines)).not.toMatch(/Maja/);
});

describe("Production without a store", () => {
  const { get, client } = site({}, { NODE_ENV: "production" });
  const formPaths = everyForm.map((form) => formPath(form) as string);

  forEvery(everyPage.filter(([, language]) => language === "sv"))(
    "serves every page without a form, and a mail link in place of each form",
    async (address, _language, path) => {
      const { status, $ } = await get(address);
      const forms = $(".form-sheet, main a[href$='#form'], script[src*='/form.']").length;
      expect({ status, forms }).toEqual({ status: 200, forms: 0 });
      if (!formPaths.includes(path)) return;
      expect($(".next-step a.action").attr("href")).toMatch(new RegExp(`^mailto:${mail}`));
      expect((await get(`${address}?sent`)).headers["cache-control"]).toMatch(/^public/);
      const { statusCode, headers } = await client.post(address).type("form").send(answers);
      expect({ statusCode, allow: headers.allow }).toEqual({ statusCode: 405, allow: "GET, HEAD, OPTIONS" });
    },
  );
});

describe("The privacy page describes", () => {
  const smtp = { SMTP_URL: "smtp://mail.example", MAIL_FROM: "a@b.se", SUBMISSIONS_TO: "c@d.se" };
  forEvery<[string, Record<string, string>, string[]]>([
    ["forms, with a folder", { NODE_ENV: "production", DATA_DIR: "data" }, ["forms"]],
    ["forms, with a database", { NODE_ENV: "production", DATABASE_URL: "postgres://db.example/x" }, ["forms"]],
    ["no forms, in production without either", { NODE_ENV: "production" }, []],
    ["forms, outside production", {}, ["forms"]],
    ["mail about them and receipts, with SMTP", { ...smtp }, ["forms", "form-mail", "form-receipt"]],
    ["mail without receipts", { ...smtp, RECEIPTS: "off" }, ["forms", "form-mail"]],
    ["notices, with a webhook", { SUBMISSIONS_WEBHOOK: "https://hooks.slack.com/x" }, ["forms", "form-notice"]],
    ["counts, with Redis", { REDIS_URL: "redis://127.0.0.1:1" }, ["forms", "counts"]],
    ["counts without forms", { NODE_ENV: "production", REDIS_URL: "redis://127.0.0.1:1" }, ["counts"]],
  ])("only what this site does", async (_what, variables, sections) => {
    const { get } = site({}, variables);
    const ids = ["forms", "form-mail", "form-receipt", "form-notice", "counts"];
    for (const language of languages) {
      const { $ } = await get(`/${language}/legal/privacy`);
      expect(ids.filter((id) => $(`#${id}`).length > 0).sort()).toEqual([...sections].sort());
    }
  });
});
