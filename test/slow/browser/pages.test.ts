import { expect, it } from "@jest/globals";
import { barriersOn, describeInBrowser, focused, lookRules, seenWhere } from "../../support/browser.js";
import { forEvery } from "../../support/for-every.js";
import { everyPage, languages, pagePaths } from "../../support/shipped.js";

/** Articles share one view: these have wide tables, a list, notes and a quotation. */
const articles = [
  "/en/guides/peer-review-a-roadmap",
  "/sv/guides/first-cross-border-market",
  "/nb/guides/a-pricing-review",
  "/en/perspectives/returns-have-a-price",
];
const missing = "/sv/finns-inte";
const searches = ["/en/search?q=returns", "/sv/search", "/nb/search?q=tjuefemtusen"];
const addresses = [...everyPage.map(([address]) => address), ...articles, ...searches, missing];
/** Each page in one language, for rules that do not depend on the length of words. */
const pages = pagePaths.map((path, index) => `/${languages[index % 3]}${path}`);
const onceEach = [...pages, ...articles.slice(1), missing];
const widths = [320, 375, 600, 768, 960, 1280, 1440, 1920];
/** Where longer words can be too wide: the narrowest, and where columns begin. */
const tightWidths = [320, 960];

const texts = ":is(h1, h2, h3, p, a, li, dd, td, button)";
const targets = "nav a, .masthead a, button, .action, .colophon a, .board a, .subscribe a, summary";
const isCutOff = "!e.closest('[aria-hidden]') && box.right > innerWidth + 1";
/** Safari takes the role of a list away with its markers, outside navigation. */
const lacksRole = "getComputedStyle(e).listStyleType === 'none' && e.role !== 'list' && !e.closest('nav')";
/** Of an element with text or of a control: its text reaches under the tab, unless the tab is as wide as the page. */
const isUnderTab = `getComputedStyle(e).clipPath === "none" && !e.closest(".unseen, .skip-link, .dialogue-tab")
  && (e.matches("button, input, textarea, summary") || [...e.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
  && (() => {
    const tab = document.querySelector(".dialogue-tab").getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(e);
    const right = Math.max(...[...words.getClientRects()].map(({ right }) => right));
    return right > tab.left && !(tab.left <= 0 && tab.right >= innerWidth);
  })()`;
/** More than a visitor who wants reduced motion should see. */
const moves = ["transition", "animation"]
  .map((kind) => `parseFloat(getComputedStyle(e).${kind}Duration) > 0.01`)
  .join(" || ");
/** The colour of a shape of a drawing, of its outline if it has no other. */
const drawsWith = "[getComputedStyle(e).fill, getComputedStyle(e).stroke].find((colour) => colour !== 'none')";
const loads = `({
  scripts: performance.getEntriesByType("resource").filter(({ initiatorType }) => initiatorType === "script").length,
  hasFont: [...document.fonts].some(({ family, status }) => family.includes("Familjen Grotesk") && status === "loaded"),
})`;

describeInBrowser("Pages in a browser", {}, (open) => {
  forEvery(addresses)("a page fits from 320 to 1920 px, passes axe and loads only what it needs", async (address) => {
    const { page, complaints } = await open(address, { reducedMotion: "reduce" });
    const tooWide: object[] = [];
    const covered: object[] = [];
    const barriers: object[] = [];
    const tooSmall: string[] = [];
    // Dark on the phone for one page, on the desktop for the next.
    const dark = addresses.indexOf(address) % 2 === 0 ? 375 : 1440;
    for (const width of onceEach.includes(address) ? widths : tightWidths) {
      await page.setViewportSize({ width, height: 520 }); // less to draw than usual, and above the panel's rules for low windows
      const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      const wider = await seenWhere(page, texts, isCutOff);
      if (overflow !== 0 || wider.length > 0) tooWide.push({ width, overflow, wider });
      if (!onceEach.includes(address)) continue;
      const under = width > 320 ? await seenWhere(page, "body *", isUnderTab) : [];
      if (under.length > 0) covered.push({ width, under });
      if (width !== 375 && width !== 1440) continue;
      tooSmall.push(...(await seenWhere(page, targets, "box.height < 44")));
      await page.emulateMedia({ colorScheme: width === dark ? "dark" : "light" });
      // Structure and names are the same at both widths, except in menus, which every page has.
      const isWhole = width === 1440 || address === "/en";
      for (const barrier of await barriersOn(page, isWhole ? undefined : lookRules)) barriers.push({ width, barrier });
    }
    for (const wrong of [tooWide, tooSmall, covered, barriers]) expect(wrong).toEqual([]);
    expect(await page.evaluate(loads)).toEqual({ scripts: 1, hasFont: true });
    expect(await seenWhere(page, "body *", moves)).toEqual([]);
    expect(await seenWhere(page, "ul, ol", lacksRole)).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(complaints).toEqual(address === missing ? [expect.stringMatching(/404/)] : []);
  });

  forEvery([
    ...["/nb", "/sv/boardroom-for-commerce/gothenburg", "/nb/commerce-commons/join/discounts/student"],
    ...["/en/contact", "/sv/guides/an-honest-ai-pilot", "/en/dates"],
  ])("a page is not cut off on a phone with larger text, nor is the button that closes its menu", async (address) => {
    const { page } = await open(address);
    const browser = await page.context().newCDPSession(page);
    for (const width of [375, 320]) {
      const standard = width === 375 ? 24 : 32;
      await page.setViewportSize({ width, height: 900 });
      await browser.send("Page.setFontSizes", { fontSizes: { standard } });
      await page.evaluate("new Promise(requestAnimationFrame)");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(await page.evaluate("getComputedStyle(document.body).fontSize")).toBe(`${standard}px`);
      expect(await seenWhere(page, texts, isCutOff)).toEqual([]);
      const menu = page.locator(".menu");
      await page.locator(".menu-button").click();
      expect(await menu.isVisible()).toBe(true);
      expect(await seenWhere(page, ".menu a", "box.height < 44")).toEqual([]);
      await page.locator(".menu-button").click({ timeout: 5_000 }); // fails where something covers it
      expect(await menu.isVisible()).toBe(false);
    }
  });

  forEvery(languages)("the whole menu is on one line at 1280 px", async (locale) => {
    const { page } = await open(`/${locale}`, { width: 1280 });
    const { y } = (await page.locator(".masthead a").first().boundingBox())!;
    expect(await seenWhere(page, ".masthead a, .menu-button", `Math.abs(box.top - ${y}) > 1`)).toEqual([]);
  });

  it("a link to a collapsed date opens the list and marks the date, without scripts", async () => {
    const id = "after-commerce-gothenburg-2027-06-03";
    const { page } = await open(`/nb/after-commerce/gothenburg#${id}`, { javaScriptEnabled: false });
    expect(await page.locator(`details[open] #${id}`).isVisible()).toBe(true);
    const mark = await page.evaluate("getComputedStyle(document.querySelector(':target')).boxShadow");
    expect(mark).not.toBe("none");
  });

  it("by keyboard and without scripts, a skip link comes first, and the menu of a phone opens, and closes with Escape", async () => {
    const { page } = await open("/nb/after-commerce/faq", { width: 375, javaScriptEnabled: false });
    await page.keyboard.press("Tab");
    expect(await focused(page)).toBe("skip-link");
    expect(await seenWhere(page, ".skip-link", "box.top < 0")).toEqual([]);
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("content");
    const swedish = page.locator(".menu").getByRole("link", { name: "Svenska" });
    expect(await swedish.isVisible()).toBe(false);
    await page.locator(".menu-button").press("Enter");
    expect(await swedish.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    expect(await swedish.isVisible()).toBe(false);
    await page.locator(".menu-button").click();
    await swedish.click();
    await page.waitForURL("**/sv/after-commerce/faq");
  });

  const drawn = ["/en", "/en/commerce-commons", "/en/boardroom-for-commerce"];
  forEvery(drawn)("drawings differ from a background that the visitor has chosen, light and dark", async (address) => {
    for (const colorScheme of ["light", "dark"] as const) {
      const { page } = await open(address, { forcedColors: "active", colorScheme });
      const ground = await page.evaluate("getComputedStyle(document.body).backgroundColor");
      const isLost = `${drawsWith} === ${JSON.stringify(ground)}`;
      expect(await seenWhere(page, ":is(.motif, .mark) *", isLost)).toEqual([]);
    }
  });

  forEvery([
    ["/sv/after-commerce", ".masthead-name", ".masthead"],
    ["/sv/after-commerce", ".next-step .action", ".next-step"],
    ["/en/commerce-commons/join", "#form-name", ".form-sheet"],
  ])("the focus ring differs from its background, in light and dark", async (address, control, around) => {
    const { page } = await open(address);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(control).first().press("Shift"); // focus as by keyboard
      const ring = await page.evaluate(`(() => {
        const { outlineStyle, outlineColor } = getComputedStyle(document.activeElement);
        const { backgroundColor } = getComputedStyle(document.querySelector("${around}"));
        return { outlineStyle, differs: outlineColor !== backgroundColor };
      })()`);
      expect({ colorScheme, ring }).toEqual({ colorScheme, ring: { outlineStyle: "solid", differs: true } });
    }
  });

  forEvery([
    ["/en/perspectives/returns-have-a-price", ["h1", ".byline", ".long-read", ".notes"]],
    ["/sv/after-commerce/gothenburg", ["h1", ".board"]],
  ])("a printed page has its text, notes and address, without menus and illustration", async (address, shown) => {
    const { page } = await open(address);
    await page.emulateMedia({ media: "print" });
    for (const part of shown) expect(await seenWhere(page, part, "true")).not.toEqual([]);
    const unprinted = ".contents, .reading, .hero-motif, .menu, .colophon, .dialogue-tab";
    expect(await seenWhere(page, unprinted, "true")).toEqual([]);
    const end = await page.evaluate("getComputedStyle(document.querySelector('main'), '::after').content");
    expect(end).toBe(`"http://localhost${address}"`);
  });
});
