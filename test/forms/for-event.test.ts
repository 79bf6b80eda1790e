/** Signing up for a date: on its own page, or in a form that offers dates. */
import { describe, expect, it } from "@jest/globals";
import { forEvery } from "../support/for-every.js";
import { formSite, rightAnswers, typedOn } from "../support/forms.js";
import { attributesOf, inLine } from "../support/html.js";
import { BASE_URL, site } from "../support/site.js";

const { ask, lines, post, services } = await formSite();

const attend = "/boardroom-for-commerce/gothenburg/attend";
const table = "boardroom-gothenburg-2027-02-09";
const evening = "after-commerce-gothenburg-2026-12-03";
const cancelled = "after-commerce-stockholm-2027-02-17";

const filledIn = (answer: Pick<Awaited<ReturnType<typeof ask>>, "$">) =>
  Object.fromEntries(Object.entries(typedOn(answer)).filter(([, value]) => value !== ""));

const texts = { open: "Anmäl dig", application: "Ansök om plats", members: "Anmäl dig" };

/** The next steps on a page's board: event id, link, accessible name and text. */
const stepsOn = ({ $ }: Pick<Awaited<ReturnType<typeof ask>>, "$">) =>
  $(".board li:has(.board-action, .dates-action)")
    .toArray()
    .map((row) => {
      const link = $(row).find(".board-action, .dates-action");
      return { id: $(row).attr("id")!, href: link.attr("href")!, name: link.attr("aria-label")!, text: link.text() };
    });

forEvery(["/sv", `/sv${attend}`])(
  "each coming date on a board links to its form, empty but for the date, as in Markdown and the API",
  async (page) => {
    const steps = stepsOn(await ask(page));
    const markdown = (await ask(`${page}.md`)).text.split("\n");
    expect(steps.length).toBeGreaterThan(3);
    for (const { id, href, name, text } of steps) {
      const record = services.recordOf(services.agenda.current().find(id)!, "sv");
      expect(record).toMatchObject({ actionPath: href, signUp: "open" });
      expect(markdown.find((line) => line.includes(`/dates/${id})`))).toMatch(` [${text}](${BASE_URL}${href})`);
      const form = await ask(href);
      const { $ } = form;
      const isElsewhere = href.includes("/attend?");
      expect({
        name,
        text,
        status: form.status,
        typed: filledIn(form),
        forms: $(new URL(href, BASE_URL).hash).length,
      }).toEqual({
        name: `${text}: ${record.title}, ${record.dateText}`,
        text: texts[record.audience],
        status: 200,
        typed: isElsewhere ? { date: id } : {},
        forms: 1,
      });
      if (isElsewhere) continue;
      const join = record.audience === "members" ? "/sv/commerce-commons/join" : undefined;
      expect({
        href,
        button: $("#form button").text(),
        others: $(".hero a.action").length, // the button of the form is the only one
        join: $("#form .form-other a").attr("href"),
      }).toEqual({ href: `/sv/dates/${id}#form`, button: text, others: 0, join });
    }
  },
);

forEvery([
  ["en", "for Thursday 3 December"],
  ["sv", "för torsdag 3 december"],
  ["nb", "torsdag 3. desember"],
])(
  "the confirmation of a date names it, has its calendar file, and is the same in other languages",
  async (language, date) => {
    const { $ } = await ask(`/${language}/dates/${evening}?sent`);
    expect(inLine($("h1").text())).toMatch(new RegExp(`${date}$`));
    expect((await ask($("main a.action").attr("href")!)).text).toMatch(/^BEGIN:VCALENDAR/);
    for (const other of attributesOf($, ".languages a", "href")) expect(other).toMatch(`/dates/${evening}?sent`);
  },
);

it("the confirmation of a date for members promises no place before membership is checked", async () => {
  const { $ } = await ask("/en/dates/commons-breakfast-gothenburg-2027-01-29?sent");
  expect({ heading: $("h1").text(), mail: $("main .lead a").attr("href") }).toEqual({
    heading: expect.stringMatching(/^We have your sign-up for Friday/),
    mail: expect.stringMatching(/^mailto:.+@/),
  });
  expect($("main").text()).toContain("we check that you are one");
});

forEvery([
  ["same-origin", 200, null],
  ["none", 303, `/sv/dates/${evening}`],
  ["cross-site", 303, `/sv/dates/${evening}`],
])("a link to a confirmation that was shared leads to the date", async (origin, status, to) => {
  const answer = await ask(`/sv/dates/${evening}?sent`, { headers: { "sec-fetch-site": origin } });
  expect({ status: answer.status, to: answer.headers.get("location") }).toEqual({ status, to });
});

it("the page of a city opens with its next date, and one button to sign up for it", async () => {
  const evenings = "/sv/after-commerce/gothenburg";
  for (const page of ["/sv/boardroom-for-commerce/gothenburg", "/sv/boardroom-for-commerce/varberg", evenings]) {
    const answer = await ask(page);
    expect({ page, to: answer.$(".hero a.action").attr("href") }).toEqual({ page, to: stepsOn(answer)[0]!.href });
  }
  const { $ } = await ask(evenings);
  expect(inLine($(".hero-next").text())).toMatch(/3\.? de[cs], 17:30–20:00$/i);
  // Visitors sign up from an event, so the page ends with a link to its board.
  const [last, board] = $("main a.action").last().attr("href")!.split("#");
  expect({ last, boards: $(`.board:has([id="${board}"]) .board-links`).length }).toEqual({ last: evenings, boards: 1 });
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

  it("offers a date more than a year ahead, which no other form does, and is confirmed with the date that was sent", async () => {
    const later = "boardroom-gothenburg-2028-02-08";
    expect(filledIn(await ask(`${form}?event=${later}`))).toEqual({ date: later });
    expect((await ask(form)).text).not.toContain(`value="${later}"`);
    for (const [date, query] of Object.entries({ [later]: `?sent&event=${later}`, any: "?sent" })) {
      const sent = await post(`${chosen}&send`, { ...rightAnswers("seat-gothenburg"), date });
      expect({ status: sent.status, to: sent.headers.get("location") }).toEqual({ status: 303, to: form + query });
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

it("without forms, a date links to the page with the alternative", async () => {
  const { get } = site({}, { NODE_ENV: "production" });
  const steps = stepsOn(await get("/en/boardroom-for-commerce/gothenburg"));
  expect(new Set(steps.map(({ href }) => href))).toEqual(new Set([`/en${attend}`]));
  const { event } = JSON.parse((await get(`/api/events/${table}`)).text);
  expect(event.actionUrl).toBe(`${BASE_URL}/en${attend}`);
  expect((await get(`/en${attend}`)).$(".board-links a:not([href*='.ics'])").length).toBe(0);
});
