/** Which forms are accepted: by bytes, origin, signs of a machine, rate, and the state of the store. */
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { type Answer, anyNumber, formPath, formSite, rightAnswers, storeInFile, typedOn } from "../support/forms.js";
import { errorsIn, inLine } from "../support/html.js";
import { mail } from "../support/shipped.js";
import { BASE_URL } from "../support/site.js";
import { DAY_MS, setClock } from "../support/store.js";

const { post, submissions, origin, services } = await formSite();
const contact = "/sv/contact";
const t = services.getFixedT("sv");
const answers = rightAnswers("contact");
const host = new URL(origin).host;
const from = (address: string) => ({ "x-forwarded-for": address });
const statuses = async (count: number, send: (number: number) => Promise<{ status: number }>) => {
  const all: number[] = [];
  for (let number = 0; number < count; number++) all.push((await send(number)).status);
  return all;
};

type Rejection = { status: number; reason: string; typed?: object; wait?: unknown };

/** A Swedish form that was rejected as a whole: the reason in focus, a mail address, and everything that was typed. */
async function expectRejected(answer: Answer, { status, reason, typed = answers, wait = null }: Rejection) {
  const { $, headers, text } = answer;
  const problems = inLine($(".form-problems[role=alert][autofocus]").text());
  expect({ status: answer.status, problems }).toEqual({ status, problems: expect.stringContaining(inLine(reason)) });
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("retry-after")).toEqual(wait);
  expect($("html").attr("lang")).toBe("sv");
  expect(inLine($("title").text())).toContain(`${t("forms:notSent")}: `);
  expect($(".form-problems a").attr("href")).toBe(`mailto:${mail}`);
  expect($("[aria-invalid=true]").length).toBe(0);
  expect(typedOn(answer)).toEqual(typed);
  expect(await errorsIn(text)).toEqual([]);
}

/** All log lines, with errors as pino writes them: message, stack and every property. */
function logOf(lines: readonly { fields: unknown; message: string }[]): string {
  const whole = (_key: string, value: unknown) =>
    value instanceof Error ? { ...value, message: value.message, stack: value.stack, cause: value.cause } : value;
  return JSON.stringify(lines, whole);
}

const otherType = { status: 415, reason: t("forms:errors.contentType"), typed: expect.objectContaining({ name: "" }) };
const readable = expect.objectContaining({ name: expect.stringMatching(/^Maja V\ufffd+n$/) });
const notUtf8 = { status: 400, reason: t("forms:errors.notUtf8"), typed: readable };
const nothing = Object.fromEntries(Object.keys(answers).map((name) => [name, ""]));
const tooLarge = { status: 413, reason: t("forms:errors.tooLarge"), typed: nothing };
const crossSite = { status: 403, reason: t("forms:errors.crossSite") };
forEvery<[string, Parameters<typeof post>[1], Record<string, string>, Rejection]>([
  ["JSON", JSON.stringify(answers), { "content-type": "application/json" }, otherType],
  ["compressed", new Uint8Array(gzipSync("name=Maja")), { "content-encoding": "gzip" }, otherType],
  ["escaped Latin-1", "name=Maja+V%E4n&message=%E5", {}, notUtf8],
  ["Latin-1", new Uint8Array(Buffer.from("name=Maja V\u00e4n&message=\u00e5", "latin1")), {}, notUtf8],
  ["a surrogate", "name=Maja+V%ED%A0%80n&message=x", {}, notUtf8],
  ["300 KB", { ...answers, message: "x".repeat(300_000) }, {}, tooLarge],
  ["from another site", answers, { "sec-fetch-site": "cross-site" }, crossSite],
  ["by plain http", answers, { "x-forwarded-proto": "http" }, { status: 403, reason: "okrypterad anslutning" }],
])("a form that is not trusted or cannot be read is shown again with the reason", async (_, body, headers, rejection) =>
  expectRejected(await post(contact, body, headers), rejection),
);

forEvery<[string, number, Record<string, string>]>([
  ["from browsers since 2023", 303, { "sec-fetch-site": "same-origin", origin: BASE_URL }],
  ["from a subdomain", 303, { "sec-fetch-site": "same-site" }],
  ["from no page", 303, { "sec-fetch-site": "none" }],
  ["through a proxy that changes Origin", 303, { "sec-fetch-site": "same-origin", origin: "https://proxy.example" }],
  ["from private browsing", 303, { origin: "null" }],
  ["from Safari 15", 303, { origin: BASE_URL }],
  ["to the requested host over http", 303, { origin: `http://${host}` }],
  ["to the requested host over https", 303, { origin: `https://${host}` }],
  ["cross-site with our Origin", 403, { "sec-fetch-site": "cross-site", origin: BASE_URL }],
  ["from another origin", 403, { origin: "https://evil.example" }],
  ["from our host over http", 403, { origin: BASE_URL.replace("https:", "http:") }],
  ["from another port", 403, { origin: `${BASE_URL}:8443` }],
  ["from a host that begins like ours", 403, { origin: `${BASE_URL}.evil.example` }],
  ["from a host that ends like ours", 403, { origin: "https://evil-www.forcommerce.example" }],
  ["with an unknown Sec-Fetch-Site", 403, { "sec-fetch-site": "Same-Site", origin: "https://evil.example" }],
])("a form from another site is not stored, and one from here is", async (name, expected, headers) => {
  const { status } = await post(contact, { ...answers, name }, headers);
  const stored = (await submissions.list({ suspected: false })).filter(({ fields }) => fields.name === name);
  expect({ status, stored: stored.length }).toEqual({ status: expected, stored: expected === 303 ? 1 : 0 });
});

forEvery([
  [{ leave_empty: "https://spam.example" }, true],
  [{ leave_empty: "", seconds: "0.1" }, false],
  [{}, false],
])("a form with its hidden field filled in is thanked for, and stored as suspected", async (extra, suspected) => {
  const name = JSON.stringify(extra);
  const { status, headers } = await post(contact, { ...answers, name, ...extra });
  expect({ status, to: headers.get("location") }).toEqual({ status: 303, to: "/sv/contact?sent" });
  const stored = (await submissions.list({ suspected })).filter(({ fields }) => fields.name === name);
  expect(stored).toMatchObject([{ fields: { ...answers, name } }]);
});

describe("Rate limit of one address", () => {
  it("allows five forms a minute, then 429 with what was typed, then a plain page; pages are still served", async () => {
    const { post, ask } = await formSite();
    const send = () => post(contact, answers, from("192.0.2.1"));
    expect(await statuses(5, send)).toEqual(Array(5).fill(303));
    const refused = await send();
    const count = Number(refused.headers.get("retry-after"));
    expect(count > 0 && count <= 60).toBe(true);
    await expectRejected(refused, { status: 429, reason: t("forms:errors.rateLimit", { count }), wait: `${count}` });
    expect((await post(contact, answers, from("192.0.2.2"))).status).toBe(303);
    expect((await ask(contact, { headers: from("192.0.2.1") })).status).toBe(200);
    expect(await statuses(54, send)).toEqual(Array(54).fill(429));
    const { status, headers, $, text } = await send();
    expect(status).toBe(429);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect($("html").attr("lang")).toBe("sv");
    expect($(".form-sheet").length).toBe(0);
    expect(await errorsIn(text)).toEqual([]);
  });

  it("counts all forms together, and rejected ones too", async () => {
    const { post } = await formSite();
    const send = async (path: string, body: string | Record<string, string>, headers = {}) =>
      (await post(`/en${path}`, body, { ...from("192.0.2.1"), ...headers })).status;
    expect(await send("/contact", "")).toBe(422);
    expect(await send(formPath("join"), "{}", { "content-type": "application/json" })).toBe(415);
    expect(await send(formPath("student"), "x".repeat(300_000))).toBe(413);
    expect(await send(formPath("format"), "", { "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await send(formPath("seat-varberg"), rightAnswers("seat-varberg"))).toBe(303);
    expect(await send("/contact", answers)).toBe(429);
  });

  it("does not count what ended in 503, up to sixty a minute, but what a client did not wait for", async () => {
    const store = storeInFile();
    let isAway = true;
    let whenStoring = () => {};
    const add = store.add.bind(store);
    store.add = async (...given) => {
      if (isAway) throw new Error("away");
      whenStoring();
      await wait(100);
      return add(...given);
    };
    const { origin, post } = await formSite({ submissions: store });
    const send = (number: number) => post(contact, { ...answers, message: `${number}` }, from("192.0.2.1"));
    expect(await statuses(10, send)).toEqual(Array(10).fill(503));
    isAway = false;
    expect(await statuses(6, send)).toEqual([...Array(5).fill(303), 429]);

    const leave = async (number: number) => {
      const left = new AbortController();
      whenStoring = () => left.abort();
      const body = new URLSearchParams({ ...answers, message: `left ${number}` });
      const sent = { method: "POST", headers: from("192.0.2.3"), body, signal: left.signal };
      return fetch(origin + contact, sent).catch(() => ({ status: 0 }));
    };
    expect(await statuses(5, leave)).toEqual(Array(5).fill(0));
    whenStoring = () => {};
    expect((await post(contact, answers, from("192.0.2.3"))).status).toBe(429);
    isAway = true;
    const flood = await statuses(66, () => post(contact, answers, from("192.0.2.4")));
    expect(flood).toEqual([...Array(65).fill(503), 429]);
  });

  forEvery([
    ["an IPv6 /56", ["2001:db8:1:100::1", "2001:db8:1:1ff::3", "[2001:db8:1:17f:ffff::5]:80"], "1"],
    ["any X-Forwarded-For without TRUST_PROXY", ["192.0.2.1", "192.0.2.2", "192.0.2.3"], ""],
  ])("counts as one address", async (_what, addresses, TRUST_PROXY) => {
    const { post } = await formSite({}, { TRUST_PROXY });
    const send = (number: number) => post(contact, answers, from(addresses[number % 3]!));
    expect(await statuses(6, send)).toEqual([...Array(5).fill(303), 429]);
  });
});

describe("A flood of forms", () => {
  const limited = async (formLimits: Partial<typeof anyNumber>) => {
    const clock = setClock(Date.now());
    const site = await formSite({ clock, formLimits: { ...anyNumber, ...formLimits } });
    const logged = () =>
      site.lines.filter(({ level }) => level !== "info").map(({ level, fields }) => ({ level, fields }));
    const send = (message: string, address: string) => site.post(contact, { ...answers, message }, from(address));
    return { ...site, clock, logged, send };
  };
  const limitReached = { status: 503, reason: t("forms:errors.limitReached"), wait: "3600" };
  const unavailable = { status: 503, reason: t("forms:errors.storageUnavailable"), wait: "30" };

  forEvery([
    [{ submissionsPerMinute: 3 }, "warn", unavailable, 503, 60_000],
    [{ submissionsPerClientAndDay: 3 }, "error", limitReached, 303, DAY_MS],
  ])("gets 503 beyond a limit, which is logged once", async (limit, level, rejection, elsewhere, endsAfterMs) => {
    const { post, send, logged, submissions, clock } = await limited(limit);
    const client = "192.0.2.1";
    const sent = await statuses(4, (number) => send(`No. ${number}`, client));
    expect(sent).toEqual([303, 303, 303, 503]);
    await expectRejected(await send("No. 5", client), { ...rejection, typed: { ...answers, message: "No. 5" } });
    expect((await post(contact, {}, from(client))).status).toBe(422);
    expect((await submissions.list({})).length).toBe(3);
    expect((await send("From elsewhere", "192.0.3.1")).status).toBe(elsewhere);
    expect(logged()).toEqual([{ level, fields: limit }]);
    clock.now += endsAfterMs;
    expect((await send("Later", client)).status).toBe(303);
  });

  it("gets 503 while the store has no room, which is logged once", async () => {
    const { send, logged, services, submissions } = await limited({ storedBytes: 100_000 });
    const long = (number: number) => `${`${number} `.repeat(1000)}end`;
    let number = 0;
    const sendNext = async () => {
      await services.forms!.intake.check(); // as once a minute
      number += 1;
      return send(long(number), `192.0.2.${number}`);
    };
    let rejected = await sendNext();
    while (rejected.status === 303 && number < 40) rejected = await sendNext();
    await expectRejected(rejected, { ...limitReached, typed: { ...answers, message: long(number) } });
    expect((await sendNext()).status).toBe(503);
    expect(logged()).toEqual([{ level: "error", fields: { storedBytes: 100_000 } }]);
    await submissions.erase({});
    expect((await sendNext()).status).toBe(303);
  });
});

it("while the store is unavailable, a form gets 503, an invalid one its problems, and the log no value", async () => {
  const store = storeInFile();
  let isUnavailable = true;
  const add = store.add.bind(store);
  store.add = async (sent, plan) => {
    // PostgreSQL repeats the values of the failing row in `detail`.
    const details = { code: "57P01", detail: `Failing row contains (${Object.values(sent.fields).join(", ")}).` };
    if (isUnavailable) throw Object.assign(new Error(`terminating, with ${sent.fields.name}`), details);
    return add(sent, plan);
  };
  const { post, submissions, lines } = await formSite({ submissions: store });
  const reason = t("forms:errors.storageUnavailable");
  await expectRejected(await post(contact, answers), { status: 503, reason, wait: "30" });
  expect((await post(contact, { ...answers, email: "no" })).status).toBe(422);
  const { level, fields } = lines.find(({ message }) => message === "Could not store a submission")!;
  expect({ level, fields }).toEqual({ level: "error", fields: { reason: "57P01" } });
  expect(logOf(lines)).not.toMatch(/Maja|example\.org/i);
  isUnavailable = false;
  for (const _twice of [1, 2]) expect((await post(contact, answers)).status).toBe(303);
  expect((await submissions.list({})).length).toBe(1);
  const again = lines.filter(({ message }) => message === "Forms can be stored again");
  expect(again).toEqual([{ level: "info", fields: {}, message: expect.any(String) }]);
});

it("while the server stops, a form gets 503 with what was typed, and is not stored", async () => {
  const { post, services, submissions } = await formSite();
  services.health.phase = "draining";
  const stopped = await post(contact, answers);
  await expectRejected(stopped, { status: 503, reason: t("forms:errors.restarting"), wait: "5" });
  expect(stopped.headers.get("connection")).toBe("close");
  expect(await submissions.list({})).toEqual([]);
});

it("the log never has a submitted value", async () => {
  const { post, ask, lines, services } = await formSite();
  const typed = { ...answers, name: "Zyxia", message: "quuxword", leave_empty: "" };
  const outcomes = [
    await post(contact, typed),
    await post(contact, { ...typed, email: "zyxia" }),
    await post(contact, { ...typed, leave_empty: "zyxia.example" }),
    await post(contact, typed, { "sec-fetch-site": "cross-site" }),
    await post(contact, JSON.stringify(typed), { "content-type": "application/json" }),
    await post(contact, { ...typed, message: "quuxword".repeat(40_000) }),
    await post(`${contact}?name=zyxia&message=quuxword`, typed), // a duplicate is confirmed
    await post("/en/about", typed),
    await post("/sv/dates/no-such-date", typed),
    await ask(`${contact}?sent&name=zyxia`),
  ];
  services.health.phase = "draining";
  outcomes.push(await post(contact, typed));
  expect(outcomes.map(({ status }) => status)).toEqual([303, 422, 303, 403, 415, 413, 303, 405, 404, 200, 503]);
  expect(lines.filter(({ message }) => message === "request").length).toBeGreaterThan(8);
  expect(logOf(lines)).not.toMatch(/zyxia|quuxword|example\.org|198\.18/i);
});
