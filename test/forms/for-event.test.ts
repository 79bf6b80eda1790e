/** Links from a date on an event board to a form that is filled in for it. */
import { describe, expect, it } from "@jest/globals";
import { load } from "cheerio";
import { parseRule } from "../../src/domain/parse-recurrence.js";
import { withEvent } from "../support/changed-library.js";
import { formPath, formSite, rightAnswers, typedOn } from "../support/forms.js";
import { inLine } from "../support/html.js";
import { BASE_URL, NOW, site } from "../support/site.js";
import { languages } from "../support/specified-pages.js";
import { errorsIn } from "../support/valid-html.js";

let now = NOW;
const { ask, post, services } = await formSite({ clock: () => now });

const attend = "/boardroom-for-commerce/gothenburg/attend";
const table = "boardroom-gothenburg-2027-02-09";
const evening = "after-commerce-gothenburg-2026-12-03";

const filledIn = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

const signUp = {
  en: { open: "Tell us you’re coming", application: "Apply for a seat", members: "Tell us you’re coming" },
  sv: { open: "Anmäl dig", application: "Ansök om plats", members: "Anmäl dig" },
  nb: { open: "Meld deg på", application: "Søk om plass", members: "Meld deg på" },
};

/** The next steps on a page's board: event id, link, accessible name and text. */
async function stepsOn(page: string, get: (page: string) => ReturnType<typeof ask> = ask) {
  const { $ } = await get(page);
  return $(".board-row:has(.board-links)")
    .toArray()
    .map((row) => {
      const link = $(row).find(".board-links a:not([href*='.ics'])");
      return { id: $(row).attr("id")!, href: link.attr("href")!, name: link.attr("aria-label")!, text: link.text() };
    });
}

describe.each(languages)("Forms for an event in %s", (language) => {
  it.each(language === "sv" ? ["", attend] : [""])(
    'each coming date on "%s" links to its own form, with only the date filled in',
    async (page) => {
      const steps = await stepsOn(`/${language}${page}`);
      const markdown = (await ask(`/${language}${page}.md`)).text.split("\n");
      expect(steps.length).toBeGreaterThan(3);
      for (const { id, href, name, text } of steps) {
        const record = services.recordOf(services.agenda.current().find(id)!, language);
        expect(name).toBe(`${text}: ${record.title}, ${record.dateText}`);
        expect(text).toBe(signUp[language][record.audience]);

        const { status, $ } = await ask(href);
        const { date, about, message, ...rest } = filledIn(typedOn({ $ }));
        expect([href, status, rest]).toEqual([href, 200, {}]);
        expect($(new URL(href, "https://a.example").hash).length).toBe(1);
        expect($(".form-problems").length).toBe(0);
        expect(inLine($("#form .form-text").first().text())).toBe(inLine(`${record.title}, ${record.dateText}`));
        expect($("link[rel=canonical]").attr("href")).toMatch(new RegExp(`${href.split("?")[0]}$`));
        for (const other of $(".languages a").toArray()) expect($(other).attr("href")).toMatch(`?event=${id}`);
        expect(record.actionPath).toBe(href); // as in the API, Markdown and Dialogue
        expect(markdown.find((line) => line.includes(`/dates/${id})`))).toMatch(` [${text}](${BASE_URL}${href})`);
        if (href.includes("/attend?")) expect([date, about, message]).toEqual([id, undefined, undefined]);
        else {
          expect(href).toMatch(`/${language}/contact?`); // also for members: no form asks for their invoice address
          expect(about).toBe(record.audience === "application" ? "seat" : "coming");
          expect(message).toBe(`${record.title}, ${record.dateText}`);
          // The form and its button repeat the text of the link.
          expect([id, $("#form-heading").text(), $("#form button").text()]).toEqual([id, text, text]);
          const join = $("#form .form-text a").attr("href");
          expect([id, join]).toEqual([
            id,
            record.audience === "members" ? `/${language}/commerce-commons/join` : undefined,
          ]);
        }
      }
    },
  );

  it("a rejected form keeps the date that the link chose", async () => {
    const chosen = typedOn(await ask(`/${language}${attend}?event=${table}`));
    const refused = await post(`/${language}${attend}?send`, chosen);
    expect([refused.status, filledIn(typedOn(refused))]).toEqual([422, { date: table }]);
  });

  it("the page of a city has one button, to the form that its next step links to", async () => {
    for (const city of ["gothenburg", "varberg"]) {
      const path = `/${language}/boardroom-for-commerce/${city}`;
      const { $ } = await ask(path);
      expect($(".hero a.action").attr("href")).toBe(`${path}/attend`);
      expect($(`.hero a[href="${path}/attend"]`).length).toBe(1);
    }
    const { $ } = await ask(`/${language}/after-commerce/gothenburg`); // the form of this page is for hosts of a format
    expect($(".hero a.action").attr("href")).toBe("#dates");
    // Visitors sign up from an event, so the page ends with a link to its board.
    const last = $("main a.action").last().attr("href")!;
    expect([last.split("#")[0], $(`.board:has([id="${last.split("#")[1]}"]) .board-links`).length > 0]).toEqual([
      `/${language}/after-commerce/gothenburg`,
      true,
    ]);
  });
});

it("an unknown query gets the plain page, and is not cached", async () => {
  for (const [page, ...queries] of [
    [`/sv${attend}`, "?event", `?Event=${table}`, "?sentinel"],
    ["/sv/about", `?event=${evening}`, "?event=x"],
  ]) {
    const plain = await ask(page!);
    for (const query of queries) {
      expect([query, (await ask(page + query)).text === plain.text]).toEqual([query, true]);
      expect([query, services.responseCache.get(page + query)]).toEqual([query, undefined]);
    }
  }
});

it("other parameters beside `event` do not change the page, and are not cached", async () => {
  const { text } = await ask(`/sv${attend}?event=${table}`);
  for (const query of ["EVENT&fbclid=1", "EVENT&utm_source=a&utm_medium=b", "EVENT&event=x", "fbclid=1&EVENT"]) {
    const address = `/sv${attend}?${query.replace("EVENT", `event=${table}`)}`;
    expect([query, (await ask(address)).text === text]).toEqual([query, true]);
    expect([query, services.responseCache.get(address)]).toEqual([query, undefined]);
  }
});

it("upper case or trailing punctuation in the event id does not change the page, and is not cached", async () => {
  const { text } = await ask(`/sv${attend}?event=${table}`);
  for (const id of [table.toUpperCase(), `${table}%20`, `${table}+`, `${table}.`, `${table})`, `${table}_`]) {
    expect([id, (await ask(`/sv${attend}?event=${id}`)).text === text]).toEqual([id, true]);
    expect(services.responseCache.get(`/sv${attend}?event=${id}`)).toBeUndefined();
  }
});

it("a link with the date of another form redirects to that form; a submission is not redirected", async () => {
  for (const [page, id, own] of [
    ["/contact", table, attend],
    [attend, evening, "/contact"],
    ["/commerce-commons/join", evening, "/contact"],
  ] as const) {
    const { status, headers } = await ask(`/nb${page}?event=${id}`);
    expect([status, headers.get("location")]).toEqual([302, `/nb${own}?event=${id}#form`]);
  }
  const cancelled = "after-commerce-stockholm-2027-02-17";
  const { headers } = await ask(`/en${attend}?event=${cancelled}&utm_source=letter`);
  expect(headers.get("location")).toBe(`/en/contact?event=${cancelled}&utm_source=letter#form`);
  const refused = await post(`/en/contact?event=${table}&send`, { name: "Kim" });
  expect([refused.status, typedOn(refused).name]).toEqual([422, "Kim"]);
});

describe.each(languages)("Link to an unavailable date in %s", (language) => {
  const notOn = services.getFixedT(language)("forms:event.unavailable");
  const cancelled = "after-commerce-stockholm-2027-02-17";
  const { title, dateText, description } = services.recordOf(services.agenda.current().find(cancelled)!, language);

  const over = "after-commerce-gothenburg-2026-11-05";
  const inEachLanguage = [
    ["/contact", cancelled, "after-commerce-stockholm-", `${title}, ${dateText}`, description.split("\n")[0]!],
    ["/contact", over, "", "", notOn],
  ] as const;
  const inSwedish = [
    [attend, "boardroom-gothenburg-2026-11-10", "boardroom-gothenburg-", "", notOn],
    [attend, "boardroom-gothenburg-2028-02-08", "boardroom-gothenburg-", "", notOn], // not on offer yet
    ["/contact", "x", "", "", notOn],
    ["/contact", `%61${evening.slice(1)}`, "", "", notOn],
  ] as const;
  it.each([...inEachLanguage, ...(language === "sv" ? inSwedish : [])])(
    "%s?event=%s shows a notice above an empty form, with links to available dates",
    async (page, id, others, heading, why) => {
      const { status, $, text, headers } = await ask(`/${language}${page}?event=${id}`);
      expect([status, headers.get("cache-control")]).toEqual([200, expect.stringContaining("public")]);
      expect(filledIn(typedOn({ $ }))).toEqual({});
      expect(inLine($("#form .form-notice h3").text())).toBe(inLine(heading));
      expect($("#form .form-notice p").first().text()).toBe(why);
      expect($("#form form").attr("action")).toMatch(/\?send$/);
      const links = $("#form .form-notice a").toArray();
      expect(links.length).toBe(3);
      for (const link of links) {
        const href = $(link).attr("href")!;
        expect(href).toMatch(new RegExp(`^/${language}${page}\\?event=(?:${others})`));
        expect((await ask(href)).$("#form .form-text").first().text()).toBe($(link).text());
      }
      if (id === cancelled) expect(await errorsIn(text)).toEqual([]);
    },
  );

  it("every unknown date is served from one cached response", async () => {
    const { text } = await ask(`/${language}/contact?event=x`);
    expect(services.responseCache.get(`/${language}/contact?event=unknown`)).toBeDefined();
    for (const id of [
      "y",
      "after-commerce-gothenburg-2026-11-05",
      "__proto__",
      "x%22%3E%3Cscript%3E",
      "%zz",
      "x?event=y",
      "unknown",
    ]) {
      expect([id, (await ask(`/${language}/contact?event=${id}`)).text === text]).toEqual([id, true]);
      const isCached = services.responseCache.get(`/${language}/contact?event=${id}`) !== undefined;
      expect({ id, isCached }).toEqual({ id, isCached: id === "unknown" });
    }
    const empty = await ask(`/${language}/contact?event=`);
    expect({ isPlain: empty.text === (await ask(`/${language}/contact`)).text }).toEqual({ isPlain: true });
  });

  it("the confirmation page repeats an available date, after a rejected form and in the other languages too", async () => {
    const { title, dateText } = services.recordOf(services.agenda.current().find(evening)!, language);
    const eventLine = inLine(`${title}, ${dateText}`);
    const form = await ask(`/${language}/contact?event=${evening}`);
    const action = (answer: typeof form) => answer.$("#form form").attr("action")!;
    const refused = await post(action(form), typedOn(form));
    expect([refused.status, inLine(refused.$("#form .form-text").first().text())]).toEqual([422, eventLine]);

    const typed = { ...typedOn(refused), name: `Maja ${language}`, email: "maja@example.org" };
    const { status, headers } = await post(action(refused), typed);
    const sent = `/contact?sent&event=${evening}`;
    expect([status, headers.get("location")]).toEqual([303, `/${language}${sent}`]);
    const thanks = await ask(`/${language}${sent}`);
    expect(inLine(thanks.$("main .lead").first().text())).toBe(eventLine);
    expect((await ask(thanks.$("main a[href*='.ics']").attr("href")!)).text).toMatch(/^BEGIN:VCALENDAR/);
    expect([thanks.headers.get("cache-control"), thanks.headers.get("x-robots-tag")]).toEqual(["no-store", "noindex"]);
    for (const other of thanks.$(".languages a").toArray()) expect(thanks.$(other).attr("href")).toMatch(sent);
  });
});

it("the confirmation page of an application has its date, and no calendar file that would confirm it", async () => {
  const id = "boardroom-gothenburg-2027-02-09";
  for (const path of [`/sv${attend}`, "/sv/contact"]) {
    const event = path.endsWith("contact") ? "boardroom-preview-stockholm-2027-02-16" : id;
    const { $ } = await ask(`${path}?sent&event=${event}`);
    expect($("main .lead").first().text()).toMatch(/februari 2027/);
    expect($("main a[href*='.ics']").length).toBe(0);
  }
});

it("the date of a submission is stored, and the same text for another date is not a duplicate", async () => {
  const typed = { about: "coming", name: "Kim", email: "kim@example.org", message: "I will bring a friend" };
  const both = [evening, "after-commerce-stockholm-2026-12-16"];
  for (const id of both) {
    const { headers } = await post(`/en/contact?event=${id}&send`, typed);
    expect(headers.get("location")).toBe(`/en/contact?sent&event=${id}`);
  }
  const found = (await services.submissions!.list({ email: typed.email })).map(({ fields }) => fields.event);
  expect(found.sort()).toEqual(both);
});

it.each([
  ["after-commerce-stockholm-2027-02-17", "Cancelled. The bar is being refitted"],
  ["unknown-event-2027-01-01", "has passed, isn’t open yet, or doesn’t exist"],
])("a form for an event that cannot be chosen any more, %s, is not sent, and says why", async (id, why) => {
  const typed = { ...rightAnswers("contact"), message: "I am coming.", email: "gone@example.com" };
  const { status, text } = await post(`/en/contact?event=${id}&send`, typed);
  const $ = load(text);
  expect([status, $(".form-problems").text()]).toEqual([422, expect.stringContaining(why)]);
  expect($("#form-message").text().trim()).toBe(typed.message);
  expect($("#form .form-notice a").length).toBeGreaterThan(0);
  expect(await services.submissions!.list({ email: typed.email })).toEqual([]);
});

it("a form for a cancelled event is not sent, also while no other date is open", async () => {
  const library = withEvent("after-commerce-stockholm", () => ({
    starts: "2027-02-17T17:30",
    ends: "2027-02-17T20:00",
    recurrence: null,
  }));
  const events = library.events.filter(({ slug }) => slug === "after-commerce-stockholm");
  const { post, submissions } = await formSite({ library: { ...library, events } });
  const typed = rightAnswers("contact");
  const rejected = await post("/en/contact?event=after-commerce-stockholm-2027-02-17&send", typed);
  expect(rejected).toMatchObject({
    status: 422,
    text: expect.stringContaining("Cancelled. The bar is being refitted"),
  });
  expect(typedOn(rejected)).toEqual(typed);
  expect(rejected.$(".form-notice ul").length).toBe(0);
  expect(await submissions.list({})).toEqual([]);
});

it("a page whose form takes no date ignores the event", async () => {
  const { text } = await ask("/en/commerce-commons/join?event=x");
  expect({ isPlain: text === (await ask("/en/commerce-commons/join")).text }).toEqual({ isPlain: true });
});

it.each(["contact", "join"] as const)(
  "the form %s, sent with the event of another form, keeps what was typed, and can be sent without it",
  async (form) => {
    const typed = { ...rightAnswers(form), email: `${form}@example.com` };
    const rejected = await post(`/en${formPath(form)}?event=${table}&send`, typed);
    expect(rejected).toMatchObject({ status: 422, text: expect.stringContaining("The date in the link you followed") });
    expect(typedOn(rejected)).toEqual(typed);
    expect(rejected.$("#form .form-notice a").length > 0).toBe(form === "contact"); // its own dates
    expect(await services.submissions!.list({ email: typed.email })).toEqual([]);
    expect((await post(rejected.$("#form form").attr("action")!, typed)).status).toBe(303);
  },
);

it('the confirmation page names the chosen date, and none for "any" or an unknown event', async () => {
  const chosen = async (date: string) => {
    const answers = { ...rightAnswers("seat-gothenburg"), date, name: `For ${date}` };
    return (await post(`/en${attend}?event=${table}&send`, answers)).headers.get("location");
  };
  const other = "boardroom-gothenburg-2027-05-11";
  expect(await chosen(other)).toBe(`/en${attend}?sent&event=${other}`);
  expect(await chosen("any")).toBe(`/en${attend}?sent`);
  const { text } = await ask("/en/contact?sent&event=x");
  expect(text).toBe((await ask("/en/contact?sent")).text);
  expect(load(text)("main .lead").length).toBe(1);
});

it("the form for an event is cached until the event is over, and then shows a notice", async () => {
  const address = `/nb/contact?event=${evening}`;
  const { headers, text } = await ask(address);
  expect(headers.get("cache-control")).toContain("public");
  expect(services.responseCache.get(address)).toBeDefined();
  expect((await ask(address)).text).toBe(text);

  now = Date.parse("2026-12-03T18:59:59Z");
  expect(typedOn(await ask(address)).about).toBe("coming");
  now += 1000;
  expect(services.responseCache.get(address)).toBeUndefined();
  expect(filledIn(typedOn(await ask(address)))).toEqual({});
  expect((await ask(address)).$(".form-notice").length).toBe(1);
  now = NOW;
});

it("the form offers every date that links to it, however many there are", async () => {
  const library = withEvent("boardroom-gothenburg", ({ recurrence }) => {
    const text = recurrence!.text.replace("BYMONTH=2,5,9,11;", "");
    const { rule } = parseRule(text) as Extract<ReturnType<typeof parseRule>, { ok: true }>;
    return { recurrence: { text, rule } };
  });
  const monthly = await formSite({ library });
  const steps = await stepsOn("/en/boardroom-for-commerce/gothenburg", monthly.ask);
  expect(steps.length).toBeGreaterThan(9);
  for (const { id, href } of steps) expect(typedOn(await monthly.ask(href)).date).toBe(id);
});

it("without forms, a date links to the page with the alternative", async () => {
  const { get } = site({}, { NODE_ENV: "production" });
  const steps = await stepsOn("/en/boardroom-for-commerce/gothenburg", get as unknown as typeof ask);
  expect(new Set(steps.map(({ href }) => href))).toEqual(new Set([`/en${attend}`]));
  const { event } = JSON.parse((await get(`/api/events/${table}`)).text);
  expect(event.actionUrl).toBe(`${BASE_URL}/en${attend}`);
  expect((await get(`/en${attend}`)).$(".board-links a:not([href*='.ics'])").length).toBe(0);
});
