/** Signing up for a date: on its own page, in a form that offers dates, and too late. */

import { describe, expect, it } from "@jest/globals";
import { recordOf } from "../../src/events/record.js";
import { hosts } from "../fixtures/hosts.js";
import { forEvery } from "../support/for-every.js";
import { type Answer, formSite, rightAnswers, typedOn } from "../support/forms.js";
import { attributesOf, errorsIn, inLine } from "../support/html.js";
import { withEvent } from "../support/library.js";
import { BASE_URL, NOW } from "../support/site.js";
import { setClock } from "../support/store.js";

const { ask, post, services } = await formSite();
const t = services.getFixedT("en");

const attend = "/boardroom-for-commerce/gothenburg/attend";
const table = "boardroom-gothenburg-2027-02-09";
const evening = "after-commerce-gothenburg-2026-12-03";
const cancelled = "after-commerce-stockholm-2027-02-17";
const next = "/en/dates/winter-evening-gothenburg-2026-12-10";

const filledIn = (answer: Pick<Answer, "$">) =>
  Object.fromEntries(Object.entries(typedOn(answer)).filter(([, value]) => value !== ""));

const texts = { open: "Anmäl dig", application: "Ansök om plats", members: "Anmäl dig" };

/** The next steps on a page's board: event id, link, accessible name and text. */
const stepsOn = ({ $ }: Pick<Answer, "$">) =>
  $(".board li:has(.board-action, .dates-action)")
    .toArray()
    .map((row) => {
      const link = $(row).find(".board-action, .dates-action");
      return { id: $(row).attr("id")!, href: link.attr("href")!, name: link.attr("aria-label")!, text: link.text() };
    });

forEvery(["/sv", `/sv${attend}`])("each coming date on a board links to its empty form", async (page) => {
  const steps = stepsOn(await ask(page));
  const markdown = (await ask(`${page}.md`)).text.split("\n");
  expect(steps.length).toBeGreaterThan(3);
  for (const { id, href, name, text } of steps) {
    const record = recordOf(services.snapshot().agenda.occurrence(id)!, "sv", services);
    expect(record).toMatchObject({ actionPath: href, signUp: "open" });
    expect(markdown.find((line) => line.includes(`/dates/${id})`))).toMatch(` [${text}](${BASE_URL}${href})`);
    const form = await ask(href);
    const { $ } = form;
    const isOnDate = !href.includes("/attend?");
    expect(href).toContain(isOnDate ? `/sv/dates/${id}#form` : `/attend?event=${id}#form`);
    expect(name).toBe(`${text}: ${record.title}, ${record.dateText}`);
    expect([text, $("#form button").text()]).toEqual(Array(2).fill(texts[record.audience]));
    expect(filledIn(form)).toEqual(isOnDate ? {} : { date: id });
    expect($(".hero a.action").length).toBe(0); // the button of the form is the only one
    const mayJoin = isOnDate && record.audience === "members";
    expect($("#form .form-other a").attr("href")).toBe(mayJoin ? "/sv/commerce-commons/join" : undefined);
  }
});

const breakfast = "/en/dates/commons-breakfast-gothenburg-2027-01-29";
forEvery([
  [`/sv/dates/${evening}`, "h1", /träffen torsdag 3 december$/, 1],
  [breakfast, "main", /We have your sign-up for Friday.*we check that you/, 1],
  // A calendar file would confirm a seat.
  ["/sv/dates/boardroom-preview-stockholm-2027-02-16", "main .lead", /februari 2027/, 0],
  [`/sv${attend}?event=${table}`, "main .lead", /februari 2027/, 0],
])("a confirmation names its date, and has its calendar file", async (address, part, names, files) => {
  const { $ } = await ask(address.includes("?") ? address.replace("?", "?sent&") : `${address}?sent`);
  expect(inLine($(part).text())).toMatch(names);
  expect($("main a[href*='google']").length).toBe(files);
  const calendars = attributesOf($, "main a[href*='.ics']", "href");
  expect(calendars.length).toBe(files);
  for (const file of calendars) expect((await ask(file!)).text).toMatch(/^BEGIN:VCALENDAR/);
});

it("the confirmation of a date says what it is about, and who welcomes people", async () => {
  const known = withEvent("after-commerce-gothenburg", () => ({ theme: { sv: "Vem packar?" }, host: "kim" }));
  const { ask } = await formSite({ files: { library: { ...known, hosts } } });
  const { $ } = await ask(`/sv/dates/${evening}?sent`);
  expect(inLine($("main").text())).toMatch(/Ämne: Vem packar\? *Värd: Kim, inköpare på en leksakskedja\./);
});

it("the pages of a city and a date show the portrait of their host, where there is one that is built", async () => {
  const known = withEvent("after-commerce-gothenburg", () => ({ host: "kim" }));
  const findAddress = (name: string) => (name.startsWith("/portraits") ? name : services.assets.findAddress(name));
  const built = { ...services.assets, findAddress };
  for (const [portrait, assets] of [
    ["kim.jpg", built],
    [null, built],
    ["kim.jpg", services.assets],
  ] as const) {
    const library = { ...known, hosts: { kim: { ...hosts.kim!, portrait } } };
    const { ask } = await formSite({ files: { library, assets } });
    for (const page of ["/sv/after-commerce/gothenburg", `/sv/dates/${evening}`]) {
      const { $, text } = await ask(page);
      const shown = { src: "/portraits/kim-jpg.png", alt: "Porträtt av Kim", width: "144", height: "144" };
      if (portrait && assets === built) expect($("main img").attr()).toMatchObject(shown);
      else expect($("main img")).toHaveLength(0);
      expect($("main").text()).toContain("Kim");
      expect(await errorsIn(text)).toEqual([]);
    }
  }
});

forEvery([
  ["same-origin", 200],
  ["none", 303],
  ["cross-site", 303],
])("a link to a confirmation that was shared leads to the form", async (origin, status) => {
  for (const path of [`/sv/dates/${evening}`, "/sv/contact", "/sv/commerce-commons/join"]) {
    const answer = await ask(`${path}?sent`, { headers: { "sec-fetch-site": origin } });
    const to = answer.headers.get("location");
    expect({ path, status: answer.status, to }).toEqual({ path, status, to: status === 303 ? path : null });
  }
});

it("the page of a city opens with its next date, and one button to sign up for it", async () => {
  const evenings = "/sv/after-commerce/gothenburg";
  for (const page of ["/sv/boardroom-for-commerce/varberg", evenings]) {
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
    [`/sv/about?event=${evening}`, "/sv/about"],
    [`${chosen}&event=x`, chosen],
    [`${form}?fbclid=1&event=${table.toUpperCase()}`, chosen],
    [`${chosen}).`, chosen],
    [`${form}?sent&event=x`, `${form}?sent`],
  ])("is the same with other parameters and spellings, which are not cached", async (address, same) => {
    expect((await ask(address)).text === (await ask(same)).text).toBe(true);
    expect(services.snapshot().responses.get(address)).toBeUndefined();
  });

  forEvery([
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

it("the form of a date online asks for what an online meeting can need, and promises the link", async () => {
  const call = "commons-welcome-call-2027-01-21";
  for (const [id, hint] of [[call, "noteHintOnline"] as const, [evening, "noteHint"] as const]) {
    const { $ } = await ask(`/en/dates/${id}`);
    expect(inLine($("#form-note-hint").text())).toBe(t(`forms:date.${hint}`));
    expect((await ask(`/en/dates/${id}.md`)).text).toContain(t(`forms:date.${hint}`));
  }
  const forMembers = await formSite({
    files: { library: withEvent("commons-welcome-call", () => ({ audience: "members" })) },
  });
  expect(inLine((await forMembers.ask(`/en/dates/${call}`)).$("#form").text())).toContain(t("forms:date.sends.online"));
});

it("the confirmation of a date online names its time zone", async () => {
  const { $ } = await ask("/nb/dates/commons-welcome-call-2027-01-21?sent");
  expect(inLine($("main").text())).toContain("12:00–12:45 (sentraleuropeisk normaltid)");
});

const closed = "After Commerce in Gothenburg, 3 December 2026";

/** Sends the form for a date, which is rejected, and returns the dates that it can be sent to instead. */
async function instead(id: string, why: string, heading: string, site: Awaited<ReturnType<typeof formSite>>) {
  const typed = { ...rightAnswers("date"), email: "late@example.org" };
  const refused = await site.post(`/en/dates/${id}?send`, typed);
  const { status, $, text } = refused;
  expect(status).toBe(422);
  expect(inLine($(".form-problems").text())).toContain(why);
  expect(inLine($("#form h2").text())).toBe(heading);
  expect($("#form").text()).not.toMatch(/are enough|We’ll email you|send it by email/);
  expect(attributesOf($, "#form button", "disabled")[0]).toBe("disabled"); // Enter sends nothing
  expect(typedOn(refused)).toEqual(typed);
  expect(await site.submissions.list({})).toEqual([]);
  expect(await errorsIn(text)).toEqual([]);
  const [first, ...others] = attributesOf($, "#form button[formaction]", "formaction");
  expect((await site.post(first!, typed)).status).toBe(303);
  return [first, ...others];
}

forEvery([
  [
    cancelled,
    "Cancelled. The bar is being refitted",
    "Cancelled: After Commerce in Stockholm, 17 February 2027",
    "/en/dates/after-commerce-stockholm-2026-12-16",
  ],
  [evening, t("forms:date.full"), closed, next],
])("a form for a cancelled or full date can be sent to the next ones", async (id, why, heading, next) => {
  const overrides = { "2026-12-03": { signUp: "full", updated: NOW } } as const;
  const site = await formSite({ files: { library: withEvent("after-commerce-gothenburg", () => ({ overrides })) } });
  expect(await instead(id, why, heading, site)).toEqual([`${next}?send`, expect.any(String), expect.any(String)]);
  const { event } = JSON.parse((await site.ask(`/api/events/${id}`)).text);
  expect(event.actionUrl).toBeNull();
});

it("for a date with a form on another page a form says where", async () => {
  const { status, $ } = await post(`/en/dates/${table}?send`, rightAnswers("seat"));
  const url = `${BASE_URL}/en${attend}?event=${table}`;
  const why = expect.stringContaining(t("forms:date.otherPage", { url }));
  expect({ status, why: inLine($(".form-problems").text()) }).toEqual({ status: 422, why });
});

it("for a date that has begun a form is not stored, and the page of the date leads to the next one", async () => {
  const clock = setClock(Date.parse("2026-12-03T16:29:59Z"));
  const site = await formSite({ clock });
  expect((await site.ask(`/en/dates/${evening}`)).$("#form").length).toBe(1);
  clock.now += 1000;
  expect((await instead(evening, t("forms:date.closed"), closed, site))[0]).toBe(`${next}?send`);
  const { $ } = await site.ask(`/en/dates/${evening}`);
  expect({ forms: $("#form").length, next: $(".hero a.action").attr("href") }).toEqual({ forms: 0, next });
});

it("sign-up closes as many hours before the start as the event says, also for forms that are open, cached pages and the API", async () => {
  const library = withEvent("boardroom-gothenburg", () => ({ closesHoursBefore: 48 }));
  const clock = setClock(Date.parse("2027-02-07T06:59:59Z"));
  const { ask, post } = await formSite({ files: { library }, clock });
  const sent = { ...rightAnswers("seat-gothenburg"), date: table };
  const state = async () => {
    const { event } = JSON.parse((await ask(`/api/events/${table}`)).text);
    const isOffered = (await ask(`/en${attend}`)).text.includes(`value="${table}"`);
    const { status } = await post(`/en${attend}?send`, sent);
    return { signUp: event.signUp, isOffered, hasAction: event.actionUrl !== null, status };
  };
  expect(await state()).toEqual({ signUp: "open", isOffered: true, hasAction: true, status: 303 });
  clock.now += 1000;
  expect(await state()).toEqual({ signUp: "closed", isOffered: false, hasAction: false, status: 422 });
  for (const date of [table, "boardroom-varberg-2027-03-31"]) {
    const refused = await post(`/en${attend}?send`, { ...sent, date });
    expect(refused.$("#form-date-problem").text()).toBe(t("forms:errors.optionUnavailable"));
    expect(typedOn(refused)).toEqual({ ...sent, date: "" });
  }
});
