/** A form for a date that nobody can sign up for any more keeps what was typed, and leads to other dates. */
import { expect, it } from "@jest/globals";
import { withEvent } from "../support/changed-library.js";
import { formSite, rightAnswers, typedOn } from "../support/forms.js";
import { inLine } from "../support/html.js";
import { BASE_URL, NOW } from "../support/site.js";
import { errorsIn } from "../support/valid-html.js";

let now = NOW;
const { ask, post, services } = await formSite({ clock: () => now });
const t = services.getFixedT("en");
const attend = "/en/boardroom-for-commerce/gothenburg/attend";
const table = "boardroom-gothenburg-2027-02-09";
const evening = "after-commerce-gothenburg-2026-12-03";
const next = "/en/dates/winter-evening-gothenburg-2026-12-10";

/** Sends the form for a date, which is rejected, and returns the dates that it can be sent to instead. */
async function rejected(id: string, why: string, send = post) {
  const typed = { ...rightAnswers("date"), email: "late@example.org" };
  const refused = await send(`/en/dates/${id}?send`, typed);
  const { status, $, text } = refused;
  expect({ status, why: inLine($(".form-problems").text()), typed: typedOn(refused) }).toEqual({
    status: 422,
    why: expect.stringContaining(why),
    typed,
  });
  expect(await errorsIn(text)).toEqual([]);
  expect(await services.submissions!.list({ email: typed.email })).toEqual([]);
  return $("#form button")
    .map((_, button) => button.attribs.formaction)
    .get();
}

it("for a cancelled date it says why, and can be sent to the next open dates as it is", async () => {
  const others = await rejected("after-commerce-stockholm-2027-02-17", "Cancelled. The bar is being refitted");
  expect(others).toHaveLength(3);
  expect(others[0]).toBe("/en/dates/after-commerce-stockholm-2026-12-16?send");
  expect((await post(others[0]!, rightAnswers("date"))).status).toBe(303);
});

it("for a date with a form on another page it says where", async () => {
  const { status, $ } = await post(`/en/dates/${table}?send`, rightAnswers("seat"));
  expect(status).toBe(422);
  const url = `${BASE_URL}${attend}?event=${table}`;
  expect(inLine($(".form-problems").text())).toContain(t("forms:date.otherPage", { url }));
});

it("for a date that has begun it is not stored, and the page of the date leads to the next one", async () => {
  now = Date.parse("2026-12-03T16:29:59Z");
  expect((await ask(`/en/dates/${evening}`)).$("#form").length).toBe(1);
  now += 1000;
  expect((await rejected(evening, t("forms:date.closed")))[0]).toBe(`${next}?send`);
  const { $ } = await ask(`/en/dates/${evening}`);
  expect({ forms: $("#form").length, next: $(".hero a.action").attr("href") }).toEqual({ forms: 0, next });
  now = NOW;
});

it("for a full date it says so, as do the boards, the API and JSON-LD", async () => {
  const overrides = { "2026-12-03": { signUp: "full", updated: NOW } } as const;
  const full = await formSite({ library: withEvent("after-commerce-gothenburg", () => ({ overrides })) });
  const others = await rejected(evening, t("forms:date.full"), full.post);
  expect(others[0]).toBe(`${next}?send`);
  expect((await full.post(others[0]!, rightAnswers("date"))).status).toBe(303);
  const { $, text } = await full.ask("/en/after-commerce/gothenburg");
  expect($(`#${evening} .board-audience`).text()).toMatch(/ Full$/);
  expect($(`#${evening} .board-links a`).length).toBe(1);
  expect(text).toContain("https://schema.org/SoldOut");
  expect((await full.ask("/en/after-commerce/gothenburg.md")).text).toMatch(/2026-12-03\).* Full\.$/m);
  const { event } = JSON.parse((await full.ask(`/api/events/${evening}`)).text);
  expect(event).toMatchObject({ signUp: "full", actionUrl: null });
});

it("sign-up closes as many hours before the start as the event says, also on cached pages and in the API", async () => {
  const library = withEvent("boardroom-gothenburg", () => ({ closesHoursBefore: 48 }));
  const { ask, post } = await formSite({ library, clock: () => now });
  const stateOf = async () => {
    const { event } = JSON.parse((await ask(`/api/events/${table}`)).text);
    const isOffered = (await ask(attend)).text.includes(`value="${table}"`);
    return { signUp: event.signUp, isOffered, hasAction: event.actionUrl !== null };
  };
  now = Date.parse("2027-02-07T06:59:59Z");
  expect(await stateOf()).toEqual({ signUp: "open", isOffered: true, hasAction: true });
  now += 1000;
  expect(await stateOf()).toEqual({ signUp: "closed", isOffered: false, hasAction: false });
  const refused = await post(`${attend}?send`, { ...rightAnswers("seat-gothenburg"), date: table });
  expect(refused.status).toBe(422);
  expect(refused.$(".form-problems").text()).toContain(t("forms:errors.optionUnavailable"));
  now = NOW;
});
