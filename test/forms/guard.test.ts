/** Which forms are accepted: by origin, by signs of a machine, and by rate. */
import { describe, expect, it } from "@jest/globals";
import { type Answer, anyNumber, formPath, formSite, rightAnswers, typedOn } from "../support/forms.js";
import { mail } from "../support/owner.js";
import { BASE_URL } from "../support/site.js";
import { languages } from "../support/specified-pages.js";
import { errorsIn } from "../support/valid-html.js";

const { post, submissions, origin } = await formSite();
const answers = rightAnswers("contact");
const host = new URL(origin).host;

describe("Origin of a form", () => {
  it.each([
    ["same-origin, as from browsers since 2023", { "sec-fetch-site": "same-origin", origin: BASE_URL }],
    ["same-origin, from Firefox set to send no Referer", { "sec-fetch-site": "same-origin", origin: "null" }],
    ["same-site", { "sec-fetch-site": "same-site" }],
    ["none", { "sec-fetch-site": "none" }],
    ["same-origin, whatever the Origin", { "sec-fetch-site": "same-origin", origin: "https://proxy.example" }],
    ["no Sec-Fetch-Site and no Origin, as from Lynx and Firefox 60", {}],
    ["no Sec-Fetch-Site, with Origin: null", { origin: "null" }],
    ["the canonical origin, as from Safari 15", { origin: BASE_URL }],
    ["the requested host over http", { origin: `http://${host}` }],
    ["the requested host over https", { origin: `https://${host}` }],
  ] as [string, Record<string, string>][])("is accepted: %s", async (_what, headers) => {
    expect((await post("/sv/contact", answers, headers)).status).toBe(303);
    expect([(await submissions.list({})).length, (await submissions.list({ suspected: true })).length]).toEqual([1, 0]);
  });

  it.each([
    ["cross-site", { "sec-fetch-site": "cross-site" }],
    ["cross-site, with the right Origin", { "sec-fetch-site": "cross-site", origin: BASE_URL }],
    ["cross-site, with Origin: null", { "sec-fetch-site": "cross-site", origin: "null" }],
    ["another origin", { origin: "https://evil.example" }],
    ["the canonical host over http", { origin: BASE_URL.replace("https:", "http:") }],
    ["another port", { origin: `${BASE_URL}:8443` }],
    ["a host that only begins like the canonical one", { origin: `${BASE_URL}.evil.example` }],
    ["a host that only ends like the canonical one", { origin: "https://evil-www.forcommerce.example" }],
    ["an extension", { origin: "moz-extension://5f2b" }],
    ["an Origin without a scheme", { origin: host }],
    [
      "another origin, with an invalid Sec-Fetch-Site",
      { "sec-fetch-site": "Same-Site", origin: "https://evil.example" },
    ],
  ] as [string, Record<string, string>][])("is rejected with 403: %s", async (_what, headers) => {
    expect((await post("/sv/contact", { ...answers, name: "Crossed" }, headers)).status).toBe(403);
    expect((await submissions.list({})).map(({ fields }) => fields.name)).not.toContain("Crossed");
  });

  it.each(languages)(
    "is explained on the page with the submitted values if it is rejected, in %s",
    async (language) => {
      const answer = await post(`/${language}/contact`, answers, { "sec-fetch-site": "cross-site" });
      await expectRejection(answer, 403, language, {
        en: "Another website asked your browser to send this.",
        sv: "En annan webbplats bad din webbläsare att skicka det här.",
        nb: "Et annet nettsted ba nettleseren din om å sende dette.",
      });
    },
  );
});

it("a form that came by plain http is explained on the page with the submitted values", async () => {
  const answer = await post("/sv/contact", answers, { "x-forwarded-proto": "http" });
  await expectRejection(answer, 403, "sv", { sv: "okrypterad anslutning" });
});

/** Expects the page of a form that was rejected as a whole, with every submitted value. */
async function expectRejection(answer: Answer, status: number, language: string, words: Record<string, string>) {
  const { $, headers, text } = answer;
  expect([answer.status, headers.get("cache-control"), $("html").attr("lang")]).toEqual([status, "no-store", language]);
  expect(typedOn(answer)).toEqual(answers);
  expect($(".form-problems[autofocus]").text()).toContain(words[language]);
  expect($(".form-problems a").attr("href")).toBe(`mailto:${mail}`);
  expect($("[aria-invalid=true]").length).toBe(0);
  expect($("title").text()).toContain($(".form-problems h3").text());
  expect(await errorsIn(text)).toEqual([]);
}

describe("Spam detection", () => {
  const mailed: boolean[] = [];
  const mailing = formSite({
    submissions: {
      ...submissions,
      add: (sent, channels) => {
        mailed.push(channels.length > 0);
        return submissions.add(sent, channels);
      },
    },
    deliveries: { channels: ["mail"], delayMs: () => 0, wake() {}, stop: async () => {}, logUnsent: async () => {} },
  });
  const sent = async (extra: Record<string, string>) => {
    const name = JSON.stringify(extra);
    const { post } = await mailing;
    const { status, headers } = await post("/nb/contact", { ...answers, name, ...extra });
    const [kept] = (await submissions.list({})).filter(({ fields }) => fields.name === name);
    expect(Object.keys(kept!.fields)).toEqual(["about", "name", "email", "message"]);
    return [status, headers.get("location"), kept!.suspected, mailed.pop()];
  };

  it.each([
    { leave_empty: "https://spam.example" },
    { leave_empty: " " },
    { leave_empty: "x", seconds: "30" },
    { seconds: "0" },
    { seconds: "0.0" },
    { seconds: "1.9" },
    { leave_empty: "", seconds: "1.999" },
  ] as Record<string, string>[])("stores and thanks for a suspected form without mailing it: %j", async (extra) => {
    expect(await sent(extra)).toEqual([303, "/nb/contact?sent", true, false]);
  });

  it.each([
    {},
    { leave_empty: "", seconds: "" },
    { seconds: "2" },
    { seconds: "2.0" },
    { seconds: "86400.5" },
    { seconds: "soon" },
    { seconds: "-1" },
    { seconds: "1,5" },
    { seconds: "NaN" },
    { seconds: "0x1" },
    { seconds: "1 " },
  ] as Record<string, string>[])("does not suspect %j", async (extra) => {
    expect(await sent(extra)).toEqual([303, "/nb/contact?sent", false, true]);
  });
});

const statuses = async (count: number, send: () => Promise<{ status: number }>) => {
  const all: number[] = [];
  for (let number = 0; number < count; number++) all.push((await send()).status);
  return all;
};
const from = (address: string) => ({ "x-forwarded-for": address });

describe("Rate limit of one address", () => {
  it.each(languages)(
    "allows five forms a minute; the next gets 429 with the submitted values, in %s",
    async (language) => {
      const { post, ask } = await formSite();
      const address = `/${language}/contact`;
      expect(await statuses(5, () => post(address, answers, from("192.0.2.1")))).toEqual(Array(5).fill(303));
      const refused = await post(address, answers, from("192.0.2.1"));

      await expectRejection(refused, 429, language, {
        en: "Many forms have come from your network in a short time. Send yours again in ",
        sv: "Det har kommit många formulär från ditt nätverk på kort tid. Skicka ditt igen om ",
        nb: "Det har kommet mange skjemaer fra nettverket ditt på kort tid. Send skjemaet igjen om ",
      });
      const seconds = refused.headers.get("retry-after")!;
      expect(seconds).toMatch(/^(?:[1-9]|[1-5]\d|60)$/);
      expect(refused.$(".form-problems").text()).toMatch(new RegExp(` ${seconds} \\p{L}+\\.`, "u"));
      expect((await post(address, answers, from("192.0.2.2"))).status).toBe(303);
      expect((await ask(address, { headers: from("192.0.2.1") })).status).toBe(200);
      expect((await ask(`${address}?sent`, { headers: from("192.0.2.1") })).status).toBe(200);
    },
  );

  it("counts all forms together, and rejected ones too", async () => {
    const { post } = await formSite();
    const send = async (path: string, body: string | Record<string, string>, headers = {}) =>
      (await post(`/en${path}`, body, { ...from("192.0.2.1"), ...headers })).status;

    expect([
      await send("/contact", ""),
      await send(formPath("join"), "{}", { "content-type": "application/json" }),
      await send(formPath("student"), "x".repeat(300_000)),
      await send(formPath("format"), "", { "sec-fetch-site": "cross-site" }),
      await send(formPath("seat-varberg"), rightAnswers("seat-varberg")),
      await send("/contact", answers),
    ]).toEqual([422, 415, 413, 403, 303, 429]);
  });

  it("counts an IPv6 /56 as one address", async () => {
    const { post } = await formSite();
    const hosts = ["100::1", "101::2", "1ff::3", "1aa::4", "17f:ffff::5", "1ff:ffff:ffff:ffff:ffff"].map(
      (host) => `2001:db8:1:${host}`,
    );
    const send = () => post("/en/contact", answers, from(hosts.shift()!));
    expect(await statuses(6, send)).toEqual([...Array(5).fill(303), 429]);
    expect((await post("/en/contact", answers, from("2001:db8:1:200::1"))).status).toBe(303);
  });

  it.each([
    ["an address with any port", ["192.0.2.1:1", "192.0.2.1:2", "192.0.2.1", "192.0.2.1:65535"]],
    ["an IPv6 address in brackets", ["[2001:db8::1]:1", "[2001:db8::1]:2", "[2001:db8::1]", "2001:db8::1"]],
    ["every value that is no address", ["unknown", "_hidden", "1.2.3.4.5", "gopher://x"]],
  ])("counts as one address: %s", async (_what, addresses) => {
    const { post } = await formSite();
    const all = [...addresses, ...addresses];
    const send = () => post("/en/contact", answers, from(all.shift()!));
    expect(await statuses(6, send)).toEqual([...Array(5).fill(303), 429]);
  });

  it("ignores X-Forwarded-For if TRUST_PROXY is empty", async () => {
    const { post } = await formSite({}, { TRUST_PROXY: "" });
    const hosts = [1, 2, 3, 4, 5, 6].map((host) => `192.0.2.${host}`);
    const send = () => post("/en/contact", answers, from(hosts.shift()!));
    expect(await statuses(6, send)).toEqual([...Array(5).fill(303), 429]);
  });
});

describe("Flood of forms", () => {
  const few = { ...anyNumber, submissionsPerMinute: 3 };
  const plain = ({ status, headers, $ }: Answer) => [
    status,
    /^\d+$/.test(headers.get("retry-after")!),
    headers.get("cache-control"),
    $("html").attr("lang"),
    $("h1").text(),
    $(".form-sheet").length, // without the submitted values
  ];
  const busy = (status: number) => [status, true, "no-store", "sv", "För många förfrågningar på kort tid", 0];

  it("gets a plain page without the values after ten requests from one address", async () => {
    const { post } = await formSite();
    const answered: Answer[] = [];
    for (let number = 0; number < 12; number++) answered.push(await post("/sv/contact", answers, from("192.0.2.1")));
    expect(answered.map(({ status }) => status)).toEqual([...Array(5).fill(303), ...Array(7).fill(429)]);
    expect(answered.slice(5, 10).map(typedOn)).toEqual(Array(5).fill(answers));
    expect(answered.slice(10).map(plain)).toEqual([busy(429), busy(429)]);
    expect(await errorsIn(answered[10]!.text)).toEqual([]);
  });

  it("from many addresses gets 503 with the submitted values beyond the limit a minute", async () => {
    let now = Date.now();
    const { post, submissions, lines } = await formSite({ clock: () => now, formLimits: few });
    const send = (number: number) => post("/sv/contact", { ...answers, message: `No. ${number}` });
    const answered: Answer[] = [];
    for (let number = 0; number < 9; number++) answered.push(await send(number));
    expect(answered.map(({ status }) => status)).toEqual([303, 303, 303, ...Array(6).fill(503)]);
    expect(answered.slice(3).map((answer) => typedOn(answer).message)).toEqual(
      [3, 4, 5, 6, 7, 8].map((number) => `No. ${number}`),
    );
    expect(answered[3]!.headers.get("retry-after")).toBe("30");
    expect((await post("/sv/contact", {})).status).toBe(422);
    expect((await submissions.list({})).length).toBe(3);
    expect(lines.filter(({ level }) => level === "warn" || level === "error")).toEqual([
      { level: "warn", fields: { submissionsPerMinute: 3 }, message: expect.stringContaining("Form limit reached") },
    ]);

    now += 60_000;
    expect((await send(9)).status).toBe(303);
  });

  it("from many addresses of a network gets 503 with the submitted values beyond the limit of a day", async () => {
    let now = Date.now();
    const formLimits = { ...anyNumber, submissionsPerNetworkAndDay: 3 };
    const { post, submissions, lines } = await formSite({ clock: () => now, formLimits });
    const send = (host: string) => post("/nb/contact", { ...answers, message: `From ${host}` }, from(host));
    const answered: Answer[] = [];
    for (const host of [1, 2, 3, 4, 5]) answered.push(await send(`192.0.2.${host}`));
    expect(answered.map(({ status }) => status)).toEqual([303, 303, 303, 503, 503]);
    await expectLimit(answered[4]!, "From 192.0.2.5");
    expect((await send("192.0.3.1")).status).toBe(303);
    expect((await submissions.list({})).length).toBe(4);
    expect(lines.filter(({ level }) => level === "error")).toEqual([
      { level: "error", fields: { submissionsPerNetworkAndDay: 3 }, message: expect.stringContaining("network") },
    ]);

    now += 24 * 60 * 60 * 1000;
    expect((await send("192.0.2.6")).status).toBe(303);
  });

  it("gets 503 with the submitted values while the store has no room, which is logged once", async () => {
    let now = Date.now();
    const formLimits = { ...anyNumber, storedBytes: 100_000 };
    const { post, submissions, lines } = await formSite({ clock: () => now, formLimits });
    const send = (number: number) => post("/nb/contact", { ...answers, message: `${number} `.repeat(1000) });
    let rejected = await send(0);
    for (let number = 1; rejected.status === 303 && number < 40; number++) {
      now += 60_000;
      rejected = await send(number);
    }
    await expectLimit(rejected, /^\d+ /);
    now += 60_000;
    expect((await send(100)).status).toBe(503);
    expect(lines.filter(({ level }) => level === "error")).toEqual([
      { level: "error", fields: { storedBytes: 100_000 }, message: expect.stringContaining("full") },
    ]);

    await submissions.erase({});
    now += 60_000;
    expect((await send(101)).status).toBe(303);
  });

  async function expectLimit(answer: Answer, message: string | RegExp) {
    expect(answer).toMatchObject({ status: 503 });
    expect(answer.headers.get("retry-after")).toBe("3600");
    expect(typedOn(answer).message).toMatch(message);
    expect(answer.$(".form-problems").text()).toContain("Vi har tatt imot så mange skjemaer som vi kan");
    expect(answer.$(".form-problems a").attr("href")).toBe(`mailto:${mail}`);
    expect(await errorsIn(answer.text)).toEqual([]);
  }

  it("is accepted again when the clock is set back", async () => {
    let now = Date.now();
    const { post } = await formSite({ clock: () => now, formLimits: few });
    const send = (number: number) => post("/sv/contact", { ...answers, message: `No. ${number}` });
    expect((await Promise.all([0, 1, 2, 3].map(send))).filter(({ status }) => status === 503)).toHaveLength(1);
    now -= 365 * 24 * 60 * 60 * 1000;
    expect((await send(4)).status).toBe(303);
  });

  it("from one IPv6 network does not block other visitors", async () => {
    const { post } = await formSite({ formLimits: { ...anyNumber, submissionsPerMinute: 30 } });
    const send = (subnet: number) =>
      post("/sv/contact", { ...answers, message: `No. ${subnet}` }, from(`2001:db8:1:${subnet.toString(16)}00::1`));
    const flood: number[] = [];
    for (let number = 0; number < 60; number++) flood.push((await send(number)).status);
    expect([flood.slice(0, 20), new Set(flood.slice(20))]).toEqual([Array(20).fill(303), new Set([429])]);
    expect((await post("/sv/contact", answers, from("2001:db8:2::1"))).status).toBe(303);
  });
});
