/** Signing up for a date: on its own page, or in a form that offers dates. */
import { describe, expect, it } from "@jest/globals";
import { parseRule } from "../../src/domain/parse-recurrence.js";
import { withEvent } from "../support/changed-library.js";
import { formSite, rightAnswers, typedOn } from "../support/forms.js";
import { inLine } from "../support/html.js";
import { BASE_URL, NOW, site } from "../support/site.js";
import { languages } from "../support/specified-pages.js";
import { errorsIn } from "../support/valid-html.js";

let now = NOW;
const { ask, post, services } = await formSite({ clock: () => now });

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
        expect(name).toBe(`${text}: ${record.title}, ${record.dateText}`);
        expect(text).toBe(signUp[language][record.audience]);
        expect(record).toMatchObject({ actionPath: href, signUp: "open" }); // as in the API, Markdown and Dialogue
        expect(markdown.find((line) => line.includes(`/dates/${id})`))).toMatch(` [${text}](${BASE_URL}${href})`);

        const { status, $ } = await ask(href);
        expect({ href, status, typed: filledIn(typedOn({ $ })) }).toEqual({
          ...{ href, status: 200 },
          typed: href.includes("/attend?") ? { date: id } : {},
        });
        expect($(new URL(href, "https://a.example").hash).length).toBe(1);
        if (href.includes("/attend?")) continue;
        expect(href).toBe(`/${language}/dates/${id}#form`);
        expect($("#form button").text()).toBe(text);
        expect($(".hero a.action").length).toBe(0); // the button of the form is the only one
        const join = record.audience === "members" ? `/${language}/commerce-commons/join` : undefined;
        expect({ id, join: $("#form .form-other a").attr("href") }).toEqual({ id, join });
      }
    },
  );

  it("on the page of a date keeps what was typed, stores the date, and confirms it with its calendar file", async () => {
    const address = `/${language}/dates/${evening}`;
    const action = (answer: Awaited<ReturnType<typeof ask>>) => answer.$("#form form").attr("action")!;
    const refused = await post(action(await ask(address)), { name: "Kim", email: "no", note: "A question" });
    expect([refused.status, typedOn(refused)]).toEqual([422, { name: "Kim", email: "no", note: "A question" }]);
    expect(await errorsIn(refused.text)).toEqual([]);

    const typed = { ...typedOn(refused), name: `Maja ${language}`, email: "maja@example.org" };
    const { status, headers } = await post(action(refused), typed);
    expect([status, headers.get("location")]).toEqual([303, `${address}?sent`]);
    const stored = (await services.submissions!.list({ form: "date" })).find(
      ({ fields }) => fields.name === typed.name,
    );
    expect(stored!.fields).toEqual({ ...typed, event: evening });

    const { $, ...thanks } = await ask(`${address}?sent`);
    const date = { en: "for Thursday 3 December", sv: "för torsdag 3 december", nb: "torsdag 3. desember" }[language];
    expect(inLine($("h1").text())).toMatch(new RegExp(`${date}$`));
    expect((await ask($("main a.action").attr("href")!)).text).toMatch(/^BEGIN:VCALENDAR/);
    expect([thanks.headers.get("cache-control"), thanks.headers.get("x-robots-tag")]).toEqual(["no-store", "noindex"]);
    for (const other of $(".languages a").toArray()) expect($(other).attr("href")).toMatch(`/dates/${evening}?sent`);
  });

  it("a rejected form keeps the date that the link chose", async () => {
    const chosen = typedOn(await ask(`/${language}${attend}?event=${table}`));
    const refused = await post(`/${language}${attend}?send`, chosen);
    expect([refused.status, filledIn(typedOn(refused))]).toEqual([422, { date: table }]);
  });

  it("the page of a city opens with its next date, and one button to sign up for it", async () => {
    for (const page of ["boardroom-for-commerce/gothenburg", "boardroom-for-commerce/varberg"]) {
      const [next] = await stepsOn(`/${language}/${page}`);
      const { $ } = await ask(`/${language}/${page}`);
      expect($(".hero a.action").attr("href")).toBe(next!.href);
    }
    const { $ } = await ask(`/${language}/after-commerce/gothenburg`);
    expect($(".hero a.action").attr("href")).toBe(`/${language}/dates/${evening}#form`);
    expect(inLine($(".hero-next").text())).toMatch(/3\.? de[cs], 17:30–20:00$/i);
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

it.each(["/contact", attend, "/commerce-commons/join"])(
  "a link with the date of another form, %s?event=, leads to the page of the date",
  async (page) => {
    for (const [query, rest] of [
      [`?event=${evening}`, ""],
      [`?event=${evening}&utm_source=letter`, "?utm_source=letter"],
      [`?utm_source=letter&event=${evening.toUpperCase()}`, "?utm_source=letter"],
    ] as const) {
      const { status, headers } = await ask(`/nb${page}${query}`);
      expect([status, headers.get("location")]).toEqual([308, `/nb/dates/${evening}${rest}`]);
    }
    const unknown = await ask(`/nb${page}?event=x`);
    expect({ status: unknown.status, isPlain: unknown.text === (await ask(`/nb${page}`)).text }).toEqual({
      ...{ status: 200, isPlain: true },
    });
  },
);

it("a link to the form of a date that is over or called off leads to its page", async () => {
  for (const id of ["boardroom-gothenburg-2026-11-10", cancelled]) {
    const { status, headers } = await ask(`/sv${attend}?event=${id}`);
    expect([status, headers.get("location")]).toEqual([308, `/sv/dates/${id}`]);
  }
});

it("a date more than a year ahead is chosen in the form of its link, and in no other", async () => {
  const later = "boardroom-gothenburg-2028-02-08";
  const chosen = await ask(`/sv${attend}?event=${later}`);
  expect(filledIn(typedOn(chosen))).toEqual({ date: later });
  expect((await ask(`/sv${attend}`)).text).not.toContain(`value="${later}"`);
  const sent = await post(`/sv${attend}?send`, { ...rightAnswers("seat-gothenburg"), date: later });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, `/sv${attend}?sent&event=${later}`]);
});

it("the confirmation page of an application has its date, and no calendar file that would confirm it", async () => {
  const preview = "/sv/dates/boardroom-preview-stockholm-2027-02-16?sent";
  for (const address of [`/sv${attend}?sent&event=${table}`, preview]) {
    const { $ } = await ask(address);
    expect(inLine($("main .lead").first().text())).toMatch(/februari 2027/);
    expect($("main a[href*='.ics'], main a[href*='google']").length).toBe(0);
  }
});

it("a form sent to a date that does not exist gets the 404 page, like its address", async () => {
  const { status, headers } = await post("/sv/dates/no-such-date", { name: "Alva" });
  expect({ status, language: headers.get("content-language") }).toEqual({ status: 404, language: "sv" });
});

it("the same form for another date is not a duplicate", async () => {
  const typed = { name: "Kim", email: "kim@example.org", note: "I will bring a friend" };
  const both = [evening, "after-commerce-stockholm-2026-12-16"];
  for (const id of both) expect((await post(`/en/dates/${id}?send`, typed)).status).toBe(303);
  const found = (await services.submissions!.list({ email: typed.email })).map(({ fields }) => fields.event);
  expect(found.sort()).toEqual(both);
});

describe("A form that is sent too late", () => {
  const late = async (id: string, why: string, send = post) => {
    const typed = { ...rightAnswers("date"), email: "late@example.org" };
    const refused = await send(`/en/dates/${id}?send`, typed);
    const { status, $, text } = refused;
    expect([status, inLine($(".form-problems").text())]).toEqual([422, expect.stringContaining(why)]);
    expect(typedOn(refused)).toEqual(typed);
    expect(await errorsIn(text)).toEqual([]);
    expect(await services.submissions!.list({ email: typed.email })).toEqual([]);
    return $("#form button")
      .toArray()
      .map((button) => $(button).attr("formaction")!);
  };

  it("for a cancelled date says why, and can be sent to the next open dates as it is", async () => {
    const others = await late(cancelled, "Cancelled. The bar is being refitted");
    expect(others[0]).toBe("/en/dates/after-commerce-stockholm-2026-12-16?send");
    expect(others).toHaveLength(3);
    expect((await post(others[0]!, rightAnswers("date"))).status).toBe(303);
  });

  it("for a date with a form on another page says where", async () => {
    const { status, $ } = await post(`/en/dates/${table}?send`, rightAnswers("seat"));
    expect([status, inLine($(".form-problems").text())]).toEqual([
      422,
      expect.stringContaining(`Sign up here: ${services.config.baseUrl}/en${attend}?event=${table}`),
    ]);
  });

  it("for a date that has begun is not stored, and its page leads to the next date", async () => {
    now = Date.parse("2026-12-03T16:29:59Z");
    expect((await ask(`/en/dates/${evening}`)).$("#form").length).toBe(1);
    now += 1000;
    expect((await late(evening, "Sign-up for this date is closed."))[0]).toBe(
      "/en/dates/winter-evening-gothenburg-2026-12-10?send",
    );
    const { $ } = await ask(`/en/dates/${evening}`);
    expect([$("#form").length, $(".hero a.action").attr("href"), $(".date-change").text()]).toEqual([
      ...[0, "/en/dates/winter-evening-gothenburg-2026-12-10", "Sign-up closed"],
    ]);
    now = NOW;
  });

  it("for a full date says so, as do the boards, the API and JSON-LD", async () => {
    const library = withEvent("after-commerce-gothenburg", ({ updated }) => ({
      overrides: { "2026-12-03": { signUp: "full", updated } },
    }));
    const full = await formSite({ library });
    const others = await late(evening, "This date is full.", full.post);
    expect(others[0]).toBe("/en/dates/winter-evening-gothenburg-2026-12-10?send");
    const { $, text } = await full.ask("/en/after-commerce/gothenburg");
    expect($(`#${evening} .board-audience`).text()).toBe("Free and open. Full");
    expect($(`#${evening} .board-links a`).length).toBe(1);
    expect(text).toContain("https://schema.org/SoldOut");
    expect((await full.ask("/en/after-commerce/gothenburg.md")).text).toMatch(/2026-12-03\).* Full\.$/m);
    const { event } = JSON.parse((await full.ask(`/api/events/${evening}`)).text);
    expect(event).toMatchObject({ signUp: "full", actionUrl: null });
    expect((await full.post(others[0]!, rightAnswers("date"))).status).toBe(303);
  });

  it("closes as many hours before the start as the event says, also on cached pages and in the API", async () => {
    const library = withEvent("boardroom-gothenburg", () => ({ closesHoursBefore: 48 }));
    const { ask, post } = await formSite({ library, clock: () => now });
    const stateOf = async () => {
      const { event } = JSON.parse((await ask(`/api/events/${table}`)).text);
      const isOffered = (await ask(`/en${attend}`)).text.includes(`value="${table}"`);
      return { signUp: event.signUp, isOffered, hasAction: event.actionUrl !== null };
    };
    now = Date.parse("2027-02-07T06:59:59Z");
    expect(await stateOf()).toEqual({ signUp: "open", isOffered: true, hasAction: true });
    now += 1000;
    expect(await stateOf()).toEqual({ signUp: "closed", isOffered: false, hasAction: false });
    const refused = await post(`/en${attend}?send`, { ...rightAnswers("seat-gothenburg"), date: table });
    expect([refused.status, refused.$(".form-problems").text()]).toEqual([
      422,
      expect.stringContaining("no longer available"),
    ]);
    now = NOW;
  });
});

it("what one date has of its own, its place, theme, host and texts, is on its page and board", async () => {
  const venue = { address: "Gatan 1", postalCode: "411 01", latitude: null, longitude: null };
  const library = withEvent("after-commerce-gothenburg", ({ updated }) => ({
    overrides: {
      "2026-12-03": {
        venue: { ...venue, name: { en: "a café", sv: "ett kafé", nb: "en kafé" } },
        theme: { en: "Returns", sv: "Returer", nb: "Returer" },
        host: "Kim Berg",
        texts: { en: { summary: "An evening about what comes back, with three short stories." } },
        updated,
      },
    },
  }));
  const { get } = site({ library });
  const page = await get(`/en/dates/${evening}`);
  const facts = inLine(page.$(".date-facts").text());
  for (const fact of ["A café, Gatan 1, 411 01 Gothenburg", "Returns", "Kim Berg"]) expect(facts).toContain(fact);
  expect(page.$("meta[name=description]").attr("content")).toMatch(/An evening about what comes back/);
  expect((await get("/en/after-commerce/gothenburg")).$(`#${evening}`).text()).toContain("Theme: Returns.");
  const calendar = (await get(`/api/events/${evening}.ics`)).text.replaceAll("\r\n ", "");
  expect(calendar).toContain("LOCATION:A café\\, Gatan 1\\, 411 01 Gothenburg");
  expect((await get("/en/dates/after-commerce-gothenburg-2027-02-04")).text).not.toContain("Kim Berg");
});

it('the confirmation page names the chosen date, and none for "any" or an unknown event', async () => {
  const chosen = async (date: string) => {
    const answers = { ...rightAnswers("seat-gothenburg"), date, name: `For ${date}` };
    return (await post(`/en${attend}?event=${table}&send`, answers)).headers.get("location");
  };
  const other = "boardroom-gothenburg-2027-05-11";
  expect(await chosen(other)).toBe(`/en${attend}?sent&event=${other}`);
  expect(await chosen("any")).toBe(`/en${attend}?sent`);
  const { text } = await ask(`/en${attend}?sent&event=x`);
  expect(text).toBe((await ask(`/en${attend}?sent`)).text);
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
