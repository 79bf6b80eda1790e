/** The way from a date on a board to a form that is filled in for it. */
import { describe, expect, it } from "@jest/globals";
import { copyOf } from "../support/content-copy.js";
import { formSite, typedOn } from "../support/forms.js";
import { libraryOf } from "../support/library.js";
import { BASE_URL, NOW, site } from "../support/site.js";
import { languages } from "../support/specified-pages.js";

let now = NOW;
const { ask, post, services } = await formSite({ clock: () => now });

const attend = "/boardroom-for-commerce/gothenburg/attend";
const table = "boardroom-gothenburg-2027-02-09";
const evening = "after-commerce-gothenburg-2026-12-03";

const filledIn = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));

/** The next steps on a page's board: of each the event's id, where it leads, and its name as it is read aloud. */
async function stepsOn(page: string, get: (page: string) => ReturnType<typeof ask> = ask) {
  const { $ } = await get(page);
  return $(".board-row:has(.board-links)")
    .toArray()
    .map((row) => {
      const link = $(row).find(".board-links a:not([href*='.ics'])");
      return { id: $(row).attr("id")!, href: link.attr("href")!, name: link.attr("aria-label")!, text: link.text() };
    });
}

describe.each(languages)("in %s", (language) => {
  it.each(["", attend])(
    "each date to come on %s leads to a form that is filled in for it, and for nothing else",
    async (page) => {
      const steps = await stepsOn(`/${language}${page}`);
      expect(steps.length).toBeGreaterThan(3);
      for (const { id, href, name, text } of steps) {
        const record = services.records.of(services.agenda.current().find(id)!, language);
        expect(name).toBe(`${text}: ${record.title}, ${record.dateText}`);
        const wish = record.concept === "BOARDROOM" ? "seat" : "come";
        expect(text).toBe(
          href.includes("/join?")
            ? services.library.page("commerce-commons-join", language).label
            : services.words(language)(`events:board.${wish}`),
        );

        const { status, $ } = await ask(href);
        const { date, about, message, ...rest } = filledIn(typedOn({ $ }));
        expect([href, status, rest]).toEqual([href, 200, {}]);
        expect($(new URL(href, "https://a.example").hash).length).toBe(1);
        expect($(".form-problems").length).toBe(0);
        expect($("#form .form-text").first().text()).toBe(`${record.title}, ${record.dateText}`);
        expect($("link[rel=canonical]").attr("href")).toMatch(new RegExp(`${href.split("?")[0]}$`));
        for (const other of $(".languages a").toArray()) expect($(other).attr("href")).toMatch(`?event=${id}`);
        expect(record.actionUrl).toBe(BASE_URL + href); // as the API, Markdown and Dialogue say
        const markdown = (await ask(`/${language}${page}.md`)).text
          .split("\n")
          .find((line) => line.includes(`#${id})`));
        expect(markdown).toMatch(` [${text}](${BASE_URL}${href})`);
        if (href.includes("/attend?")) expect([date, message]).toEqual([id, undefined]);
        else expect(message).toContain(`: ${record.title}, ${record.dateText}`);
        if (href.includes("/contact?")) expect(about).toBe(record.concept === "BOARDROOM" ? "seat" : "coming");
      }
    },
  );

  it("a form that is refused keeps the date that the link chose", async () => {
    const chosen = typedOn(await ask(`/${language}${attend}?event=${table}`));
    const refused = await post(`/${language}${attend}?send`, chosen);
    expect([refused.status, filledIn(typedOn(refused))]).toEqual([422, { date: table }]);
  });

  it("a city's page opens with a button to the form that its next step is, and says so once", async () => {
    for (const city of ["gothenburg", "varberg"]) {
      const path = `/${language}/boardroom-for-commerce/${city}`;
      const { $ } = await ask(path);
      expect($(".hero a.action").attr("href")).toBe(`${path}/attend`);
      expect($(`.hero a[href="${path}/attend"]`).length).toBe(1);
    }
    const { $ } = await ask(`/${language}/after-commerce/gothenburg`); // the form below it is for those who lead one
    expect($(".hero a.action").length).toBe(0);
  });
});

it("any other query gives the page as it is, and nothing more is kept", async () => {
  const cancelled = "after-commerce-stockholm-2027-02-17";
  const past = "after-commerce-gothenburg-2026-11-05";
  for (const [page, ...queries] of [
    [
      `/sv${attend}`,
      "?event=x",
      "?event=",
      "?event",
      `?event=${evening}`,
      `?event=${table}&a=1`,
      `?event=${table}?event=`,
    ],
    ["/sv/contact", `?event=${table}`, `?event=${cancelled}`, `?event=${past}`, `?event=%61${evening.slice(1)}`],
    ["/sv/about", `?event=${evening}`],
  ]) {
    const plain = await ask(page!);
    for (const query of queries) {
      expect([query, (await ask(page + query)).text === plain.text]).toEqual([query, true]);
      expect([query, services.kept.find(page + query)]).toEqual([query, undefined]);
    }
  }
});

it("is kept for its address until the event is over, and then no longer filled in", async () => {
  const address = `/nb/contact?event=${evening}`;
  const plain = await ask("/nb/contact");
  const { headers, text } = await ask(address);
  expect(headers.get("cache-control")).toContain("public");
  expect(services.kept.find(address)).toBeDefined();
  expect((await ask(address)).text).toBe(text);

  now = Date.parse("2026-12-03T18:59:59Z");
  expect(typedOn(await ask(address)).about).toBe("coming");
  now += 1000;
  expect(services.kept.find(address)).toBeUndefined();
  expect((await ask(address)).text).toBe(plain.text);
  now = NOW;
});

it("however many dates there are, each is on offer in the form that it leads to", async () => {
  const content = copyOf("content");
  content.change("events/boardroom-gothenburg/event.json", (text) => text.replace("BYMONTH=2,5,9,11;", ""));
  const monthly = await formSite({ library: libraryOf(content.folder, ["forms"]) });
  const steps = await stepsOn("/en/boardroom-for-commerce/gothenburg", monthly.ask);
  expect(steps.length).toBeGreaterThan(9);
  for (const { id, href } of steps) expect(typedOn(await monthly.ask(href)).date).toBe(id);
});

it("where forms are not offered, a date leads to the page that says what to do instead", async () => {
  const { get } = site({}, { NODE_ENV: "production" });
  const steps = await stepsOn("/en/boardroom-for-commerce/gothenburg", get as unknown as typeof ask);
  expect(new Set(steps.map(({ href }) => href))).toEqual(new Set([`/en${attend}`]));
  const { event } = JSON.parse((await get(`/api/events/${table}`)).text);
  expect(event.actionUrl).toBe(`${BASE_URL}/en${attend}`);
  expect((await get(`/en${attend}`)).$(".board-links a:not([href*='.ics'])").length).toBe(0);
});
