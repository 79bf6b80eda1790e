/** Which forms are accepted: by origin, by signs of a machine, by rate and by room in the store. */
import { describe, expect, it } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { type Answer, anyNumber, formPath, formSite, rightAnswers } from "../support/forms.js";
import { BASE_URL } from "../support/site.js";
import { DAY_MS, setClock } from "../support/store.js";
import { errorsIn } from "../support/valid-html.js";
import { expectRejected } from "./rejected.js";

const { post, submissions, origin, services } = await formSite();
const t = services.getFixedT("sv");
const answers = rightAnswers("contact");
const host = new URL(origin).host;
const from = (address: string) => ({ "x-forwarded-for": address });
const statuses = async (count: number, send: (number: number) => Promise<{ status: number }>) => {
  const all: number[] = [];
  for (let number = 0; number < count; number++) all.push((await send(number)).status);
  return all;
};

describe("A form from another site", () => {
  const evil = "https://evil.example";

  forEvery<[string, number, Record<string, string>]>([
    ["from browsers since 2023", 303, { "sec-fetch-site": "same-origin", origin: BASE_URL }],
    ["from a subdomain", 303, { "sec-fetch-site": "same-site" }],
    ["from no page", 303, { "sec-fetch-site": "none" }],
    ["through a proxy that changes Origin", 303, { "sec-fetch-site": "same-origin", origin: "https://proxy.example" }],
    ["from Lynx and Firefox 60", 303, {}],
    ["from private browsing", 303, { origin: "null" }],
    ["from Safari 15", 303, { origin: BASE_URL }],
    ["to the requested host over http", 303, { origin: `http://${host}` }],
    ["to the requested host over https", 303, { origin: `https://${host}` }],
    ["cross-site", 403, { "sec-fetch-site": "cross-site" }],
    ["cross-site with our Origin", 403, { "sec-fetch-site": "cross-site", origin: BASE_URL }],
    ["from another origin", 403, { origin: evil }],
    ["from our host over http", 403, { origin: BASE_URL.replace("https:", "http:") }],
    ["from another port", 403, { origin: `${BASE_URL}:8443` }],
    ["from a host that begins like ours", 403, { origin: `${BASE_URL}.evil.example` }],
    ["from a host that ends like ours", 403, { origin: "https://evil-www.forcommerce.example" }],
    ["from an extension", 403, { origin: "moz-extension://5f2b" }],
    ["from an Origin without a scheme", 403, { origin: host }],
    ["from another origin with an unknown Sec-Fetch-Site", 403, { "sec-fetch-site": "Same-Site", origin: evil }],
  ])("is rejected with 403 and not stored, and one from here is accepted", async (name, expected, headers) => {
    const { status } = await post("/sv/contact", { ...answers, name }, headers);
    const stored = (await submissions.list({ suspected: false })).filter(({ fields }) => fields.name === name);
    expect({ status, stored: stored.length }).toEqual({ status: expected, stored: expected === 303 ? 1 : 0 });
  });

  it("is explained on its page with what was typed, as is one that came by plain http", async () => {
    const crossSite = await post("/sv/contact", answers, { "sec-fetch-site": "cross-site" });
    await expectRejected(crossSite, { status: 403, reason: t("forms:errors.crossSite"), typed: answers });
    const plain = await post("/sv/contact", answers, { "x-forwarded-proto": "http" });
    await expectRejected(plain, { status: 403, reason: "okrypterad anslutning", typed: answers });
  });
});

it("a form by a machine is thanked for and stored as suspected, and only others are mailed", async () => {
  const channels: (readonly string[])[] = [];
  const add: typeof submissions.add = (sent, to) => {
    channels.push(to);
    return submissions.add(sent, to);
  };
  const mail = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "a@b.se", SUBMISSIONS_TO: "c@d.se", RECEIPTS: "off" };
  const { post } = await formSite({ submissions: { ...submissions, add } }, { DATA_DIR: "unused", ...mail });
  for (const [extra, suspected] of [
    [{ leave_empty: "https://spam.example", seconds: "30" }, true],
    [{ leave_empty: "", seconds: "1.9" }, true],
    [{ leave_empty: "", seconds: "" }, false],
  ] as const) {
    const name = JSON.stringify(extra);
    const { status, headers } = await post("/nb/contact", { ...answers, name, ...extra });
    const [kept] = (await submissions.list({})).filter(({ fields }) => fields.name === name);
    expect({ status, to: headers.get("location"), mail: channels.pop(), ...kept }).toMatchObject({
      status: 303,
      to: "/nb/contact?sent",
      mail: suspected ? [] : ["mail"],
      suspected,
      fields: { ...answers, name },
    });
  }
});

describe("Rate limit of one address", () => {
  it("allows five forms a minute, then 429 with what was typed, then a plain page; pages are still served", async () => {
    const { post, ask } = await formSite();
    const send = () => post("/sv/contact", answers, from("192.0.2.1"));
    expect(await statuses(5, send)).toEqual(Array(5).fill(303));
    const refused = await send();
    const count = Number(refused.headers.get("retry-after"));
    expect(count > 0 && count <= 60).toBe(true);
    await expectRejected(refused, { status: 429, reason: t("forms:errors.rateLimit", { count }), typed: answers });
    expect((await post("/sv/contact", answers, from("192.0.2.2"))).status).toBe(303);
    for (const address of ["/sv/contact", "/sv/contact?sent"])
      expect((await ask(address, { headers: from("192.0.2.1") })).status).toBe(200);

    expect(await statuses(54, send)).toEqual(Array(54).fill(429));
    const { status, headers, $, text } = await send();
    expect({
      status,
      caching: headers.get("cache-control"),
      wait: Number(headers.get("retry-after")) > 0,
      language: $("html").attr("lang"),
      forms: $(".form-sheet").length,
      htmlErrors: await errorsIn(text),
    }).toEqual({ status: 429, caching: "no-store", wait: true, language: "sv", forms: 0, htmlErrors: [] });
  });

  it("counts all forms together, and rejected ones too", async () => {
    const { post } = await formSite();
    const send = async (path: string, body: string | Record<string, string>, headers = {}) =>
      (await post(`/en${path}`, body, { ...from("192.0.2.1"), ...headers })).status;

    expect({
      empty: await send("/contact", ""),
      JSON: await send(formPath("join"), "{}", { "content-type": "application/json" }),
      large: await send(formPath("student"), "x".repeat(300_000)),
      "of another site": await send(formPath("format"), "", { "sec-fetch-site": "cross-site" }),
      right: await send(formPath("seat-varberg"), rightAnswers("seat-varberg")),
      sixth: await send("/contact", answers),
    }).toEqual({ empty: 422, JSON: 415, large: 413, "of another site": 403, right: 303, sixth: 429 });
  });

  forEvery<[string, string[], string?]>([
    ["an IPv6 /56", ["2001:db8:1:100::1", "2001:db8:1:1ff::3", "2001:db8:1:17f:ffff::5"]],
    ["an address with any port", ["192.0.2.1:1", "192.0.2.1:2", "192.0.2.1"]],
    ["an IPv6 address in brackets", ["[2001:db8::1]:1", "[2001:db8::1]", "2001:db8::1"]],
    ["every value that is no address", ["unknown", "1.2.3.4.5", "gopher://x"]],
    ["any X-Forwarded-For without TRUST_PROXY", ["192.0.2.1", "192.0.2.2", "192.0.2.3"], ""],
  ])("counts as one address", async (_what, addresses, TRUST_PROXY = "1") => {
    const { post } = await formSite({}, { TRUST_PROXY });
    const all = [...addresses, ...addresses];
    const send = (number: number) => post("/en/contact", answers, from(all[number]!));
    expect(await statuses(6, send)).toEqual([...Array(5).fill(303), 429]);
  });
});

describe("A flood of forms", () => {
  const limited = async (limits: Partial<typeof anyNumber>) => {
    const clock = setClock(Date.now());
    const site = await formSite({ clock, formLimits: { ...anyNumber, ...limits } });
    const logged = () =>
      site.lines.filter(({ level }) => level !== "info").map(({ level, fields }) => ({ level, fields }));
    const send = (message: string, address?: string) =>
      site.post("/sv/contact", { ...answers, message }, address ? from(address) : {});
    return { ...site, clock, logged, send };
  };
  const expectFull = async (answer: Answer, message: string) => {
    const typed = { ...answers, message };
    await expectRejected(answer, { status: 503, reason: t("forms:errors.limitReached"), typed });
    expect(answer.headers.get("retry-after")).toBe("3600");
  };

  it("from many addresses gets 503 with what was typed beyond the limit of a minute, which is logged once", async () => {
    const { post, send, logged, submissions, clock } = await limited({ submissionsPerMinute: 3 });
    expect(await statuses(3, (number) => send(`No. ${number}`))).toEqual([303, 303, 303]);
    const typed = { ...answers, message: "No. 4" };
    for (const refused of [await send("No. 4"), await send("No. 4")]) {
      await expectRejected(refused, { status: 503, reason: t("forms:errors.storageUnavailable"), typed });
      expect(refused.headers.get("retry-after")).toBe("30");
    }
    expect((await post("/sv/contact", {})).status).toBe(422);
    expect((await submissions.list({})).length).toBe(3);
    expect(logged()).toEqual([{ level: "warn", fields: { submissionsPerMinute: 3 } }]);
    clock.now += 60_000;
    expect((await send("a minute later")).status).toBe(303);
  });

  it("from one network gets 503 with what was typed beyond the limit of a day, which is logged once", async () => {
    const { send, logged, submissions, clock } = await limited({ submissionsPerNetworkAndDay: 3 });
    const sent = await statuses(4, (host) => send(`From ${host}`, `192.0.2.${host}`));
    expect(sent).toEqual([303, 303, 303, 503]);
    await expectFull(await send("From 5", "192.0.2.5"), "From 5");
    expect((await send("From elsewhere", "192.0.3.1")).status).toBe(303);
    expect((await submissions.list({})).length).toBe(4);
    expect(logged()).toEqual([{ level: "error", fields: { submissionsPerNetworkAndDay: 3 } }]);
    clock.now += DAY_MS;
    expect((await send("A day later", "192.0.2.6")).status).toBe(303);
  });

  it("gets 503 with what was typed while the store has no room, which is logged once", async () => {
    const { send, logged, submissions, clock } = await limited({ storedBytes: 100_000 });
    const long = (number: number) => `${`${number} `.repeat(1000)}end`;
    let number = 0;
    let rejected = await send(long(number));
    while (rejected.status === 303 && number < 40) {
      clock.now += 60_000;
      rejected = await send(long(++number));
    }
    await expectFull(rejected, long(number));
    clock.now += 60_000;
    expect((await send(long(100))).status).toBe(503);
    expect(logged()).toEqual([{ level: "error", fields: { storedBytes: 100_000 } }]);
    await submissions.erase({});
    clock.now += 60_000;
    expect((await send(long(101))).status).toBe(303);
  });
});
