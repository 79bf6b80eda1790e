import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, it } from "@jest/globals";
import { barriersOn, describeInBrowser, lookRules } from "../../support/browser.js";
import { forEvery } from "../../support/for-every.js";
import { everyPage, languages, pagePaths } from "../../support/specified-pages.js";

/** Articles share one view: in each language one with wide tables, a list, notes and a quotation. */
const articles = [
  "/en/guides/peer-review-a-roadmap",
  "/sv/guides/first-cross-border-market",
  "/nb/guides/a-pricing-review",
  "/en/perspectives/returns-have-a-price",
  "/sv/perspectives/measure-less",
  "/nb/perspectives/measure-less",
];
const missing = "/sv/finns-inte";
const searches = ["/en/search?q=returns", "/sv/search", "/nb/search?q=tjuefemtusen"];
const addresses = [...everyPage.map(([address]) => address), ...articles, ...searches, missing];
/** Each page in one language, for rules that do not depend on the length of words. */
const onceEach = [
  ...pagePaths.map((path, index) => `/${languages[index % 3]}${path}`),
  ...articles.slice(1, 4),
  missing,
];
/** Pages that share a view differ in their texts, which are checked as HTML: axe sees one or two of each view. */
const alike = [
  "/after-commerce/stockholm",
  "/after-commerce/start-city",
  "/boardroom-for-commerce/gothenburg/attend",
  "/boardroom-for-commerce/varberg",
  "/boardroom-for-commerce/topics",
  "/boardroom-for-commerce/start-city",
  "/boardroom-for-commerce/faq",
  "/commerce-commons/included",
  "/commerce-commons/join/discounts/student",
  "/commerce-commons/faq",
  "/perspectives",
  "/legal/terms",
];
const seenByAxe = onceEach.filter((address) => !alike.includes(address.slice("/en".length)));

const widths = [320, 375, 600, 768, 960, 1280, 1440, 1920];
/** Where longer words can be too wide: the narrowest, and where columns begin. */
const tightWidths = [320, 960];

const LOADED =
  "[performance.getEntriesByType('resource').filter((r) => r.initiatorType === 'script').length, document.querySelector('.form-sheet') !== null, [...document.fonts].some((font) => font.family.includes('Familjen Grotesk') && font.status === 'loaded')]";
const WIDER =
  "[...document.querySelectorAll('h1, h2, h3, p, a, li, dd, td, button')].filter((e) => e.checkVisibility() && !e.closest('[aria-hidden]') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.textContent)";
const LISTS_WITHOUT_ROLE =
  "[...document.querySelectorAll('ul, ol')].filter((list) => getComputedStyle(list).listStyleType === 'none' && list.role !== 'list' && !list.closest('nav')).map((list) => list.outerHTML)";
const UNDER_THE_TAB =
  "(() => { const tab = document.querySelector('.dialogue-tab').getBoundingClientRect(); const box = document.createRange(); return tab.left <= 0 && tab.right >= innerWidth ? [] : [...document.querySelectorAll('body *')].filter((e) => e.checkVisibility() && getComputedStyle(e).clipPath === 'none' && !e.closest('.unseen, .skip-link, .dialogue-tab') && (e.matches('button, input, textarea, summary') || [...e.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))).filter((e) => (box.selectNodeContents(e), Math.max(...[...box.getClientRects()].map(({ right }) => right)) > tab.left)).map((e) => e.textContent); })()";

describeInBrowser("Pages in a browser", (open, visit) => {
  /** What each page shows; every page is loaded once. */
  const seen = new Map<string, Awaited<ReturnType<typeof look>>>();
  beforeAll(async () => {
    for (const address of addresses) seen.set(address, await look(address));
  });

  async function look(address: string) {
    const { page, complaints } = await visit(address);
    const isChecked = onceEach.includes(address);
    const cookies = await page.context().cookies();
    const [scripts, hasForm, hasFont] = (await page.evaluate(LOADED)) as [number, boolean, boolean];
    const listsWithoutRole = await page.evaluate(LISTS_WITHOUT_ROLE);
    const tooWide: unknown[] = [];
    const covered: unknown[] = [];
    const barriers: unknown[] = [];
    const motifs: boolean[] = [];
    // Dark on the phone for one page, on the desktop for the next.
    const dark = addresses.indexOf(address) % 2 === 0 ? 375 : 1440;
    for (const width of isChecked ? widths : tightWidths) {
      await page.setViewportSize({ width, height: 520 }); // less to draw than usual, and above the panel's rules for low windows
      const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      const wider = (await page.evaluate(WIDER)) as string[];
      if (overflow !== 0 || wider.length > 0) tooWide.push({ width, overflow, wider });
      if (!isChecked) continue;
      const under = (await page.evaluate(UNDER_THE_TAB)) as string[];
      if (width > 320 && under.length > 0) covered.push({ width, under });
      if (width !== 375 && width !== 1440) continue;
      motifs.push(await page.locator(".hero-motif").isVisible());
      await page.emulateMedia({ colorScheme: width === dark ? "dark" : "light" });
      if (!seenByAxe.includes(address)) continue;
      // Structure and names are the same at both widths, except in menus, which every page has.
      const found = await (width === 1440 || address === "/en" ? barriersOn(page) : barriersOn(page, lookRules));
      barriers.push(...found.map((barrier) => `${width} px: ${barrier}`));
    }
    const loaded = { cookies, scripts, hasForm, hasFont, complaints: [...complaints] };
    return { ...loaded, listsWithoutRole, tooWide, covered, barriers, motifs };
  }

  const everyPageSeen = forEvery(addresses);

  everyPageSeen("a page sets no cookie, and loads its font and only the scripts of Dialogue and forms", (address) => {
    const { cookies, scripts, hasForm, hasFont } = seen.get(address)!;
    expect([cookies, scripts, hasFont]).toEqual([[], hasForm ? 2 : 1, true]);
  });

  everyPageSeen("a list without markers has its role, which Safari takes away outside navigation", (address) => {
    expect(seen.get(address)!.listsWithoutRole).toEqual([]);
  });

  everyPageSeen("a page needs no horizontal scrolling from 320 to 1920 px", (address) => {
    expect(seen.get(address)!.tooWide).toEqual([]);
  });

  forEvery(onceEach)(
    "a page has no text or control under the tab of Dialogue, unless the tab is as wide as the page",
    (address) => expect(seen.get(address)!.covered).toEqual([]),
  );

  const themed = onceEach.filter((address) => /^\/\w\w(?:$|\/finns|\/guides$|\/legal|\/[a-z-]*commerce)/.test(address));
  forEvery(themed)("a page shows the illustration of its theme, on phone and desktop", (address) => {
    expect(seen.get(address)!.motifs).toEqual([true, true]);
  });

  forEvery(seenByAxe)("a page passes axe (WCAG 2.2 AA), in light and dark, on phone and desktop", (address) => {
    expect(seen.get(address)!.barriers).toEqual([]);
  });

  everyPageSeen("a page has no console message, no failed request and no request to another host", (address) => {
    expect(seen.get(address)!.complaints).toEqual(address === missing ? [expect.stringMatching(/404/)] : []);
  });

  it.each([
    "/nb",
    "/sv/boardroom-for-commerce/gothenburg",
    "/sv/boardroom-for-commerce/gothenburg/attend",
    "/nb/commerce-commons/join/discounts/student",
    "/en/contact",
    "/sv/guides/an-honest-ai-pilot",
  ])("%s is not cut off on a phone with larger text", async (address) => {
    await open(address, {}, async (page) => {
      const browser = await page.context().newCDPSession(page);
      for (const [width, standard] of [
        [375, 24],
        [320, 24],
        [320, 32],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await browser.send("Page.setFontSizes", { fontSizes: { standard } });
        await page.evaluate("new Promise(requestAnimationFrame)");
        expect(await page.evaluate("getComputedStyle(document.body).fontSize")).toBe(`${standard}px`);
        const cut = await page.evaluate(
          "[...document.querySelectorAll('h1, h2, h3, p, a, li, dd, td, button')].filter((e) => e.checkVisibility() && !e.closest('[aria-hidden]') && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.textContent.trim())",
        );
        expect([await page.evaluate("document.documentElement.scrollWidth"), cut]).toEqual([width, []]);
      }
    });
  });

  it.each([
    ["/sv", 375],
    ["/sv/after-commerce/gothenburg", 375],
    ["/sv", 1440],
    ["/sv/after-commerce/gothenburg", 1440],
  ])("on %s, %i px wide, the targets in menus and boards are at least 44 px high", async (address, width) => {
    await open(address, { width }, async (page) => {
      await page.evaluate("for (const folded of document.querySelectorAll('main details')) folded.open = true");
      if (width === 375) await page.locator(".menu-button").click();
      const small = await page.evaluate(
        "[...document.querySelectorAll('nav a, .masthead a, button, .action, .colophon a, .board a, .subscribe a, summary')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44).map((e) => e.outerHTML)",
      );
      expect(small).toEqual([]);
    });
  });

  it.each(languages)(
    "the mark of a date is as tall as its number, and does not overlap its text: %s",
    async (locale) => {
      await open(`/${locale}`, {}, async (page) => {
        await page.evaluate("for (const folded of document.querySelectorAll('.board details')) folded.open = true");
        for (const width of [640, 768, 950, 960, 1024, 1280, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          const wrong = await page.evaluate(
            "[...document.querySelectorAll('.board-row')].filter((row) => { const mark = row.querySelector('.board-mark').getBoundingClientRect(); const figure = parseFloat(getComputedStyle(row.querySelector('.board-day')).lineHeight); const words = document.createRange(); return Math.abs(mark.height - figure) > 1 || [...row.querySelectorAll('.board-weekday, .board-month, .board-before')].some((e) => { words.selectNodeContents(e); const { right, top } = words.getBoundingClientRect(); return right > mark.left - 4 && top < mark.bottom; }); }).map(({ id }) => id)",
          );
          expect([width, wrong]).toEqual([width, []]);
        }
      });
    },
  );

  it.each(languages)("the whole menu is on one line at 1280 px: %s", async (locale) => {
    await open(`/${locale}/contact`, { width: 1280 }, async (page) => {
      const tops = await page.evaluate(
        "[...document.querySelectorAll('.masthead a')].filter((e) => e.checkVisibility()).map((e) => Math.round(e.getBoundingClientRect().top))",
      );
      expect(new Set(tops as number[]).size).toBe(1);
      expect(await page.locator(".menu-button").isVisible()).toBe(false);
    });
  });

  it("a link to a collapsed date opens the list and marks the date, without scripts", async () => {
    const id = "after-commerce-gothenburg-2027-06-03";
    await open(`/nb/after-commerce/gothenburg#${id}`, { javaScriptEnabled: false }, async (page) => {
      expect(await page.locator(`details[open] #${id}`).isVisible()).toBe(true);
      expect(await page.locator("details[open]").count()).toBe(1);
      expect(await page.evaluate("getComputedStyle(document.querySelector(':target')).boxShadow")).not.toBe("none");
    });
  });

  it("the menu opens on a phone without scripts, by keyboard too, and closes with Escape", async () => {
    await open("/nb/after-commerce/faq", { width: 375, javaScriptEnabled: false }, async (page) => {
      const swedish = page.locator(".menu").getByRole("link", { name: "Svenska" });
      expect(await swedish.isVisible()).toBe(false);

      await page.locator(".menu-button").press("Enter");
      expect(await swedish.isVisible()).toBe(true);
      await page.keyboard.press("Escape");
      expect(await swedish.isVisible()).toBe(false);

      await page.locator(".menu-button").click();
      await swedish.click();
      await page.waitForURL("**/sv/after-commerce/faq");
      expect(await page.locator("html").getAttribute("lang")).toBe("sv");
    });
  });

  it("the first Tab reaches a skip link, and the focus is visible", async () => {
    await open("/en/after-commerce", {}, async (page) => {
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.className")).toBe("skip-link");
      expect(await page.evaluate("document.activeElement.getBoundingClientRect().top >= 0")).toBe(true);
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.id")).toBe("content");
      await page.keyboard.press("Tab");
      expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
    });
  });

  it("the focus is visible on the inverted colours of the next step", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await open("/sv/after-commerce", { colorScheme }, async (page) => {
        await page.locator(".next-step .action").focus();
        const [ring, around] = (await page.evaluate(
          "[getComputedStyle(document.querySelector('.next-step .action')).outlineColor, getComputedStyle(document.querySelector('.next-step')).backgroundColor]",
        )) as [string, string];
        expect(ring).not.toBe(around);
      });
    }
  });

  it("the page and the colour of its theme are light in light mode, and dark in dark mode", async () => {
    await open("/sv/after-commerce", {}, async (page) => {
      const lightness = async (colorScheme: "light" | "dark") => {
        await page.emulateMedia({ colorScheme });
        const colours = (await page.evaluate(
          "['html', '.hero'].map((part) => getComputedStyle(document.querySelector(part)).backgroundColor)",
        )) as string[];
        return colours.map((colour) => Math.max(...colour.match(/\d+/g)!.map(Number)));
      };
      expect(Math.min(...(await lightness("light")))).toBeGreaterThan(200);
      expect(Math.max(...(await lightness("dark")))).toBeLessThan(80);
    });
  });

  it("an arrow moves on hover, but not with reduced motion", async () => {
    for (const reducedMotion of ["no-preference", "reduce"] as const) {
      await open("/sv/after-commerce", { reducedMotion }, async (page) => {
        await page.locator(".next-step .action").hover();
        const still = await page.evaluate(
          "(({ transitionDuration, transform }) => transitionDuration === '0s' && transform === 'none')(getComputedStyle(document.querySelector('.next-step .action .arrow')))",
        );
        expect([reducedMotion, still]).toEqual([reducedMotion, reducedMotion === "reduce"]);
      });
    }
  });

  forEvery([
    ["/en/after-commerce", 375],
    ["/en/after-commerce", 1440],
    ["/sv/guides/a-pricing-review", 375],
    ["/sv/guides/a-pricing-review", 1440],
  ])("the layout does not shift when the fonts load late", async (address, width) => {
    await open(address, { width }, async (page) => {
      await page.route("**/*.woff2", async (route) => {
        await wait(500);
        await route.continue();
      });
      await page.reload();
      const shift = await page.evaluate(
        "new Promise((done) => { let sum = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) sum += entry.value; }).observe({ type: 'layout-shift', buffered: true }); setTimeout(() => done(sum), 300); })",
      );
      expect(
        await page.evaluate("[...document.fonts].filter((font) => font.status === 'loaded').length"),
      ).toBeGreaterThan(0);
      expect(shift).toBeLessThan(0.02);
    });
  });

  it("a command on the developer page wraps between words on a phone", async () => {
    await open("/en/developer", { width: 375 }, async (page) => {
      const broken = await page.evaluate(
        "(() => { const range = document.createRange(); return [...document.querySelectorAll('pre code')].flatMap((code) => [...code.childNodes]).filter((part) => part.data).flatMap((part) => [...part.data.matchAll(/\\w+/g)].filter(({ 0: word, index }) => { range.setStart(part, index); range.setEnd(part, index + word.length); return range.getClientRects().length > 1; }).map(String)); })()",
      );
      expect(broken).toEqual([]);
    });
  });

  it("a table of an article is a list on a phone, each cell with the heading of its column", async () => {
    await open("/sv/guides/a-pricing-review", { width: 375 }, async (page) => {
      const label = () => page.evaluate("getComputedStyle(document.querySelector('td + td'), '::before').content");
      expect(await page.locator("thead").first().isVisible()).toBe(false);
      expect(await label()).toContain(await page.locator("th + th").first().textContent());
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(await page.locator("thead").first().isVisible()).toBe(true);
      expect(await label()).toBe("none");
    });
  });

  it("the table of contents of an article stays visible beside the text", async () => {
    await open("/nb/perspectives/measure-less", {}, async (page) => {
      await page.locator(".long-read h2").nth(3).scrollIntoViewIfNeeded();
      await page.evaluate("scrollBy({ top: 600, behavior: 'instant' }); new Promise(requestAnimationFrame)");
      expect(await page.evaluate("document.querySelector('.contents').getBoundingClientRect().top >= 0")).toBe(true);
    });
  });

  it("a printed article has its text and notes, without navigation", async () => {
    await open("/en/perspectives/returns-have-a-price", {}, async (page) => {
      await page.emulateMedia({ media: "print" });
      for (const shown of ["h1", ".byline", ".long-read", ".notes"])
        expect([shown, await page.locator(shown).first().isVisible()]).toEqual([shown, true]);
      for (const hidden of [".contents", ".reading", ".hero-motif", ".menu", ".colophon"])
        expect([hidden, await page.locator(hidden).first().isVisible()]).toEqual([hidden, false]);
    });
  });

  it("a printed page has its text and its address, without menus", async () => {
    await open("/sv/after-commerce/gothenburg", {}, async (page) => {
      await page.emulateMedia({ media: "print" });
      expect(await page.locator(".menu").isVisible()).toBe(false);
      expect(await page.locator(".colophon").isVisible()).toBe(false);
      expect(await page.locator("h1").isVisible()).toBe(true);
      expect(await page.evaluate("getComputedStyle(document.querySelector('.hero')).backgroundColor")).toBe(
        "rgb(255, 255, 255)",
      );
      expect(await page.evaluate("getComputedStyle(document.querySelector('main'), '::after').content")).toBe(
        '"http://localhost/sv/after-commerce/gothenburg"',
      );
    });
  });
});
