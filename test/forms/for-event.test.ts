/** Signing up for a date: on its own page, or in a form that offers dates. */
import { describe, expect, it } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { formSite, rightAnswers, typedOn } from "../support/forms.js";
import { inLine } from "../support/html.js";
import { BASE_URL, site } from "../support/site.js";
import { languages } from "../support/specified-pages.js";
import { errorsIn } from "../support/valid-html.js";

const { ask, lines, post, services } = await formSite();

const attend = "/boardroom-for-commerce/gothenburg/attend";
const table = "boardroom-gothenburg-2027-02-09";
const evening = "after-commerce-gothenburg-2026-12-03";
const cancelled = "after-commerce-stockholm-2027-02-17";

const filledIn = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

const signUp = {
  en: { open: "I’m coming", application: "Apply for a seat", members: "I’m coming" },
  sv: { open: "Anmäl dig", application: "Ansök om plats", members: "Anmäl dig" },
  nb: { open: "Meld deg på", application: "Søk om plass", members: "Meld deg på" },
};

/** The next steps on a page's board: event id, link, accessible name and text. */
async function stepsOn(page: string, get: (page: string) => ReturnType<typeof ask> = ask) {
  const { $ } = await get(page);
  return $(".board li:has(.board-action, .dates-action)")
    .toArray()
    .map((row) => {
      const link = $(row).find(".board-action, .dates-action");
      return { id: $(row).attr("id")!, href: link.attr("href")!, name: link.attr("aria-label")!, text: link.text() };
    });
}

describe.each(languages)("Signing up in %s", (language) => {
  it.each(language === "sv" ? ["", attend] : [""])(
    'each coming date on "%s" links to its form, empty but for the date',
    async (page) => {
      const steps = await stepsOn(`/${language}${page}`);
      const markdown = (await ask(`/${language}${page}.md`)).text.split("\n");
      expect(steps.length).toBeGreaterThan(3);
      for (const { id, href, name, text } of steps) {
        const record = services.recordOf(services.agenda.current().find(id)!, language);
        expect({ name, text }).toEqual({
          name: `${text}: ${record.title}, ${record.dateText}`,
          text: signUp[language][record.audience],
        });
        expect(record).toMatchObject({ actionPath: href, signUp: "open" }); // as in the API, Markdown and Dialogue
        expect(markdown.find((line) => line.includes(`/dates/${id})`))).toMatch(` [${text}](${BASE_URL}${href})`);

        const { status, $ } = await ask(href);
        const isElsewhere = href.includes("/attend?");
        expect({
          href,
          status,
          typed: filledIn(typedOn({ $ })),
          forms: $(new URL(href, BASE_URL).hash).length,
        }).toEqual({ href, status: 200, typed: isElsewhere ? { date: id } : {}, forms: 1 });
        if (isElsewhere) continue;
        const join = record.audience === "members" ? `/${language}/commerce-commons/join` : undefined;
        expect({
          href,
          button: $("#form button").text(),
          others: $(".hero a.action").length, // the button of the form is the only one
          join: $("#form .form-other a").attr("href"),
        }).toEqual({ href: `/${language}/dates/${id}#form`, button: text, others: 0, join });
      }
    },
  );

  it("on the page of a date keeps what was typed, stores the date, and confirms it with its calendar file", async () => {
    const address = `/${language}/dates/${evening}`;
    const action = (answer: Awaited<ReturnType<typeof ask>>) => answer.$("#form form").attr("action")!;
    const wrong = { name: `Maja ${language}`, email: "no", note: "A question" };
    const refused = await post(action(await ask(address)), wrong);
    expect({ status: refused.status, typed: typedOn(refused) }).toEqual({ status: 422, typed: wrong });
    expect(await errorsIn(refused.text)).toEqual([]);

    const typed = { ...wrong, email: "maja@example.org" };
    const { status, headers } = await post(action(refused), typed);
    expect({ status, location: headers.get("location") }).toEqual({ status: 303, location: `${address}?sent` });
    const stored = await services.submissions!.list({ form: "date" });
    expect(stored.map(({ fields }) => fields)).toContainEqual({ ...typed, event: evening });

    const { $, ...thanks } = await ask(`${address}?sent`);
    const date = { en: "for Thursday 3 December", sv: "för torsdag 3 december", nb: "torsdag 3. desember" }[language];
    expect(inLine($("h1").text())).toMatch(new RegExp(`${date}$`));
    expect((await ask($("main a.action").attr("href")!)).text).toMatch(/^BEGIN:VCALENDAR/);
    expect({ caching: thanks.headers.get("cache-control"), robots: thanks.headers.get("x-robots-tag") }).toEqual({
      caching: "no-store",
      robots: "noindex",
    });
    for (const other of $(".languages a").toArray()) expect($(other).attr("href")).toMatch(`/dates/${evening}?sent`);
  });

  it("the page of a city opens with its next date, and one button to sign up for it", async () => {
    const tables = ["boardroom-for-commerce/gothenburg", "boardroom-for-commerce/varberg"];
    for (const page of [...tables, "after-commerce/gothenburg"]) {
      const [next] = await stepsOn(`/${language}/${page}`);
      const { $ } = await ask(`/${language}/${page}`);
      expect({ page, to: $(".hero a.action").attr("href") }).toEqual({ page, to: next!.href });
    }
    const { $ } = await ask(`/${language}/after-commerce/gothenburg`);
    expect(inLine($(".hero-next").text())).toMatch(/3\.? de[cs], 17:30–20:00$/i);
    // Visitors sign up from an event, so the page ends with a link to its board.
    const [last, board] = $("main a.action").last().attr("href")!.split("#");
    expect({ last, boards: $(`.board:has([id="${board}"]) .board-links`).length > 0 }).toEqual({
      last: `/${language}/after-commerce/gothenburg`,
      boards: true,
    });
  });
});

describe("The form of a link with ?event=", () => {
  const form = `/sv${attend}`;
  const chosen = `${form}?event=${table}`;

  forEvery([
    [`${form}?event`, form],
    [`${form}?Event=${table}`, form],
    [`${form}?sentinel`, form],
    [`/sv/about?event=${evening}`, "/sv/about"],
    [`/nb/contact?event=x`, "/nb/contact"],
    [`${chosen}&fbclid=1`, chosen],
    [`${chosen}&event=x`, chosen],
    [`${form}?fbclid=1&event=${table}`, chosen],
    [`${form}?event=${table.toUpperCase()}`, chosen],
    [`${chosen}%20`, chosen],
    [`${chosen}).`, chosen],
    [`${form}?sent&event=x`, `${form}?sent`],
  ])("is the same with other parameters and spellings, which are not cached", async (address, same) => {
    expect((await ask(address)).text === (await ask(same)).text).toBe(true);
    expect(services.responseCache.get(address)).toBeUndefined();
  });

  it("keeps its date when it is rejected", async () => {
    const typed = typedOn(await ask(chosen));
    const refused = await post(`${form}?send`, typed);
    expect({ status: refused.status, typed: filledIn(typedOn(refused)) }).toEqual({
      status: 422,
      typed: { date: table },
    });
  });

  forEvery([
    [`/nb/contact?event=${evening}`, `/nb/dates/${evening}`],
    [`/nb${attend}?event=${evening}&utm_source=letter`, `/nb/dates/${evening}?utm_source=letter`],
    [`/nb/commerce-commons/join?utm_source=a&event=${evening.toUpperCase()}`, `/nb/dates/${evening}?utm_source=a`],
    [`${form}?event=boardroom-gothenburg-2026-11-10`, "/sv/dates/boardroom-gothenburg-2026-11-10"],
    [`${form}?event=${cancelled}`, `/sv/dates/${cancelled}`],
  ])("leads to the page of a date of another form, or that is over or called off", async (address, page) => {
    const { status, headers } = await ask(address);
    expect({ status, location: headers.get("location") }).toEqual({ status: 308, location: page });
  });

  it("offers a date more than a year ahead, which no other form does", async () => {
    const later = "boardroom-gothenburg-2028-02-08";
    expect(filledIn(typedOn(await ask(`${form}?event=${later}`)))).toEqual({ date: later });
    expect((await ask(form)).text).not.toContain(`value="${later}"`);
    const sent = await post(`${form}?send`, { ...rightAnswers("seat-gothenburg"), date: later });
    expect({ status: sent.status, location: sent.headers.get("location") }).toEqual({
      status: 303,
      location: `${form}?sent&event=${later}`,
    });
  });

  it("is confirmed with the date that was chosen in the end, and none for any", async () => {
    for (const [date, query] of [
      ["boardroom-gothenburg-2027-05-11", "?sent&event=boardroom-gothenburg-2027-05-11"],
      ["any", "?sent"],
    ] as const) {
      const answers = { ...rightAnswers("seat-gothenburg"), date, name: `For ${date}` };
      expect((await post(`${chosen}&send`, answers)).headers.get("location")).toBe(form + query);
    }
  });
});

it("the confirmation of an application has its date, and no calendar file that would confirm a seat", async () => {
  const preview = "/sv/dates/boardroom-preview-stockholm-2027-02-16?sent";
  for (const address of [`/sv${attend}?sent&event=${table}`, preview]) {
    const { $ } = await ask(address);
    expect(inLine($("main .lead").first().text())).toMatch(/februari 2027/);
    expect($("main a[href*='.ics'], main a[href*='google']").length).toBe(0);
  }
});

it("a form sent to a date that does not exist gets the 404 page, like its address, and is no error of the site", async () => {
  const { status, headers } = await post("/sv/dates/no-such-date", { name: "Alva" });
  expect({ status, language: headers.get("content-language") }).toEqual({ status: 404, language: "sv" });
  expect(lines.filter(({ level }) => level === "error")).toEqual([]);
});

it("the same form for another date is not a duplicate", async () => {
  const typed = { name: "Kim", email: "kim@example.org", note: "I will bring a friend" };
  const both = [evening, "after-commerce-stockholm-2026-12-16"];
  for (const id of both) expect((await post(`/en/dates/${id}?send`, typed)).status).toBe(303);
  const found = (await services.submissions!.list({ email: typed.email })).map(({ fields }) => fields.event);
  expect(found.sort()).toEqual(both);
});

it("without forms, a date links to the page with the alternative", async () => {
  const { get } = site({}, { NODE_ENV: "production" });
  const steps = await stepsOn("/en/boardroom-for-commerce/gothenburg", get as unknown as typeof ask);
  expect(new Set(steps.map(({ href }) => href))).toEqual(new Set([`/en${attend}`]));
  const { event } = JSON.parse((await get(`/api/events/${table}`)).text);
  expect(event.actionUrl).toBe(`${BASE_URL}/en${attend}`);
  expect((await get(`/en${attend}`)).$(".board-links a:not([href*='.ics'])").length).toBe(0);
});
