import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import type { Page } from "playwright-core";
import { barriersOn, becomes, describeInBrowser } from "../../support/browser.js";
import { fakeChat, type Reply } from "../../support/fake-chat.js";

const chat = fakeChat();
const plainly = (reply: Reply) => reply.begin().say("An answer.").finish();

beforeEach(() => {
  chat.requests.length = 0;
  chat.answer = plainly;
});

const panelOf = (page: Page) => page.locator("#dialogue-panel");
const fieldOf = (page: Page) => panelOf(page).getByRole("textbox");
const answersOf = (page: Page) => page.locator(".exchange-answer:not([aria-busy])");
const focused = (page: Page) => page.evaluate("document.activeElement.className || document.activeElement.id");
const openPanel = (page: Page) => page.locator(".dialogue-tab").click();

/** Chromium sometimes reports a stream as aborted that was read to its end. */
const seriousOf = (complaints: readonly string[]) =>
  complaints.filter((complaint) => !complaint.endsWith("/api/ai/chat net::ERR_ABORTED"));

/** Takes away what Chrome 109, Firefox 115 or Safari 16 does not have. */
const removeNewerApis = `
  for (const [owner, names] of [
    [URL, ["canParse", "parse"]],
    [AbortSignal, ["any", "timeout"]],
    [Array, ["fromAsync"]],
    [Array.prototype, ["toReversed", "toSorted", "toSpliced", "with"]],
    [Object, ["groupBy"]],
    [Map, ["groupBy"]],
    [Promise, ["withResolvers", "try"]],
    [String.prototype, ["isWellFormed", "toWellFormed"]],
    [Set.prototype, ["union", "intersection", "difference", "isSubsetOf"]],
    [Iterator.prototype, ["map", "filter", "toArray", "forEach", "find", "some"]],
    [ReadableStream, ["from"]],
    [ReadableStream.prototype, [Symbol.asyncIterator, "values"]],
    [Response, ["json"]],
    [HTMLElement.prototype, ["popover", "showPopover", "hidePopover", "togglePopover"]],
    [HTMLDialogElement.prototype, ["requestClose", "closedBy"]],
    [Element.prototype, ["checkVisibility", "setHTMLUnsafe", "getHTML"]],
    [Document.prototype, ["startViewTransition"]],
    [globalThis, ["requestIdleCallback", "scheduler", "navigation", "CloseWatcher"]],
    [Crypto.prototype, ["randomUUID"]],
    [Navigator.prototype, ["clipboard"]],
  ]) for (const name of names) delete owner[name];
`;

/** Asks in the open panel, and waits for the complete answer. */
async function ask(page: Page, question: string): Promise<void> {
  const before = await answersOf(page).count();
  await fieldOf(page).fill(question);
  await fieldOf(page).press("Enter");
  await answersOf(page).nth(before).waitFor();
}

describeInBrowser(
  "The panel in a browser",
  (open) => {
    it("opens beside the page by mouse and keyboard, takes the focus, and returns it when Escape closes it", async () => {
      await open("/en/after-commerce", {}, async (page) => {
        const panel = page.getByRole("dialog", { name: "Dialogue" });
        expect(await panel.isVisible()).toBe(false);

        await openPanel(page);
        expect(await panel.isVisible()).toBe(true);
        expect(await focused(page)).toBe("dialogue-message");
        await page.keyboard.press("Escape");
        expect(await panel.isVisible()).toBe(false);
        expect(await focused(page)).toBe("dialogue-tab");

        await page.keyboard.press("Enter");
        expect(await focused(page)).toBe("dialogue-message");
        await panel.getByRole("button", { name: "Close" }).click();
        expect(await focused(page)).toBe("dialogue-tab");
        expect(await page.locator(".dialogue-tab").getAttribute("aria-expanded")).toBe("false");
      });
    });

    it("leaves the page beside it usable, and does not take the focus when Escape is pressed there", async () => {
      await open("/en/after-commerce", {}, async (page) => {
        await openPanel(page);
        await page.locator(".masthead-name").focus();
        await page.keyboard.press("Escape");
        expect(await panelOf(page).isVisible()).toBe(false);
        expect(await focused(page)).toBe("masthead-name");

        await openPanel(page);
        await page.locator(".languages").getByRole("link", { name: "Svenska" }).click();
        await page.waitForURL("**/sv/after-commerce");
      });
    });

    it.each([
      "/sv/guides/a-pricing-review",
      "/nb/after-commerce/gothenburg",
      "/en/legal/privacy",
      "/sv/commerce-commons/join",
    ])("does not cover the text and dates of %s", async (address) => {
      await open(address, { width: 1440 }, async (page) => {
        await openPanel(page);
        const covered = await page.evaluate(
          "(() => { const { left } = document.querySelector('.dialogue').getBoundingClientRect(); return [...document.querySelectorAll('main :is(.reader, .legal, .sheet, .board, .reading) :is(h2, h3, p, li, dt, dd, a)')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > left).map((e) => e.textContent.slice(0, 40)); })()",
        );
        expect(covered).toEqual([]);
      });
    });

    it("is a modal sheet on a phone, which keeps the focus and returns it on closing", async () => {
      await open("/sv/after-commerce", { width: 375 }, async (page) => {
        await openPanel(page);
        expect(await page.evaluate("document.querySelector('#dialogue-panel').matches(':modal')")).toBe(true);
        expect(await focused(page)).toBe("dialogue-name"); // not the field: the keyboard would cover the suggestions
        for (let tabs = 0; tabs < 12; tabs += 1) {
          await page.keyboard.press("Tab");
          // After the last control the focus moves to the browser itself, which a page sees as its body.
          expect(await page.evaluate("document.activeElement.closest('main, header.masthead, footer') === null")).toBe(
            true,
          );
        }
        await page.keyboard.press("Escape");
        expect(await panelOf(page).isVisible()).toBe(false);
        expect(await focused(page)).toBe("dialogue-tab");
      });
    });

    it("changes between sheet and side panel when the window is resized", async () => {
      await open("/nb", { width: 375 }, async (page) => {
        const isModal = () => page.evaluate("document.querySelector('#dialogue-panel:modal') !== null");
        await openPanel(page);
        await page.setViewportSize({ width: 1300, height: 800 });
        await becomes(isModal, false);
        expect(await panelOf(page).isVisible()).toBe(true);
        await page.setViewportSize({ width: 600, height: 800 });
        await becomes(isModal, true);
      });
    });

    it("keeps its header and its field visible on a small screen while the conversation scrolls", async () => {
      chat.answer = (reply) => reply.begin().say("A long answer.\n\n".repeat(40)).finish();
      for (const [width, height] of [
        [375, 400],
        [812, 375],
        [320, 256],
      ] as const) {
        await open("/en", { viewport: { width, height } }, async (page) => {
          await openPanel(page);
          await ask(page, "All of it?");
          await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))"); // it slides in
          const places = await page.evaluate(
            "['.dialogue-close', '.dialogue .ask-field'].map((name) => document.querySelector(name).getBoundingClientRect()).map(({ top, bottom }) => top >= 0 && bottom <= innerHeight)",
          );
          const scrolling = await page.evaluate(
            "[...document.querySelectorAll('.dialogue, .dialogue *')].filter((e) => e.clientHeight > 1 && e.scrollHeight > e.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(e).overflowY)).map((e) => e.className)",
          );
          expect([width, places, scrolling]).toEqual([width, [true, true], ["dialogue-body"]]);
        });
      }
    });

    it("moves the focus on when a question is asked again, and shows no suggestions after an answer", async () => {
      await open("/en", {}, async (page) => {
        await openPanel(page);
        await ask(page, "One?");
        let goOn = () => {};
        const held = new Promise<void>((resolve) => {
          goOn = resolve;
        });
        chat.answer = async (reply) => {
          reply.begin().say("Run `npm");
          await held;
          reply.say(" ci` now").finish();
        };
        await page.locator(".exchange-again").focus();
        await page.keyboard.press("Enter");
        await page.getByText("Run npm").waitFor();
        expect(await focused(page)).toBe("ask-stop");
        goOn();
        await page.locator(".exchange-answer code").getByText("npm ci").waitFor();
        await answersOf(page).waitFor();
        expect(await focused(page)).toBe("ask-send");
        expect(await page.locator(".exchange-by, .sources").filter({ visible: true }).count()).toBe(0); // it names no page

        await page.reload();
        expect(await page.locator(".exchange").isVisible()).toBe(true);
        expect(await page.locator(".dialogue-start").isVisible()).toBe(false);
      });
    });

    it("has the full height beside a scrolled page, and starts below the masthead otherwise", async () => {
      await open("/en/after-commerce", { reducedMotion: "reduce" }, async (page) => {
        const top = async () => Math.round((await panelOf(page).boundingBox())!.y);
        const masthead = Math.round((await page.locator(".masthead").boundingBox())!.height);
        await openPanel(page);
        await becomes(top, masthead);
        await page.evaluate("scrollTo(0, 700)");
        await becomes(top, 0);
        await page.evaluate("scrollTo(0, 0)");
        await becomes(top, masthead);

        await page.evaluate("document.documentElement.style.fontSize = '200%'");
        await becomes(top, Math.round((await page.locator(".masthead").boundingBox())!.height));
      });
    });

    it.each(["en", "sv", "nb"])("has its name and its buttons on one line, in %s, 320 px wide", async (language) => {
      await open(`/${language}`, { width: 320 }, async (page) => {
        await openPanel(page);
        await ask(page, "?");
        const heads = page.locator(".dialogue-head > *").filter({ visible: true });
        const middles = await heads.evaluateAll((all) =>
          all.map((one) => one.getBoundingClientRect()).map(({ top, bottom }) => Math.round((top + bottom) / 2)),
        );
        expect([middles.length, Math.max(...middles) - Math.min(...middles) < 4]).toEqual([3, true]);
      });
    });

    it("shows the answer while it is streamed, and announces it to screen readers when it is complete", async () => {
      let goOn = () => {};
      const held = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      chat.answer = async (reply) => {
        reply.begin().source("http://localhost/en/after-commerce/faq#hosting", "Questions").say("It is **free");
        await held;
        reply
          .say(
            "** for all.\n\n- Come\n- Go, see [the page](/en/after-commerce)\n\nSee [them](https://elsewhere.example/x).",
          )
          .finish();
      };
      await open("/en/after-commerce", {}, async (page, complaints) => {
        await openPanel(page);
        await fieldOf(page).fill("What does it cost?");
        await panelOf(page).getByRole("button", { name: "Ask", exact: true }).click();

        const writing = page.getByRole("log").locator("[aria-busy=true]");
        await writing.getByText("It is free").waitFor();
        expect(await writing.getAttribute("aria-live")).toBe("off");
        expect(await page.getByRole("status").textContent()).toBe("Searching the site");
        expect(await focused(page)).toBe("ask-stop"); // where Ask was pressed
        expect(await page.locator(".exchange-end").isVisible()).toBe(false);

        goOn();
        const answer = answersOf(page);
        await answer.waitFor();
        expect(await answer.getAttribute("aria-live")).toBeNull();
        expect(await answer.locator("strong").textContent()).toBe("free");
        expect(await answer.locator("li").allTextContents()).toEqual(["Come", "Go, see the page"]);
        expect(
          await answer.locator("a").evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
        ).toEqual(["/en/after-commerce", "https://elsewhere.example/x"]);
        expect(await answer.locator("p").last().textContent()).toBe("See them (https://elsewhere.example/x).");
        expect(await page.locator(".exchange-by").textContent()).toBe("Answered from the site’s own pages");
        expect(await page.locator(".sources a").getAttribute("href")).toBe("/en/after-commerce/faq#hosting");
        expect(chat.requests).toEqual([
          { messages: [{ role: "user", content: "What does it cost?" }], locale: "en", page: "/en/after-commerce" },
        ]);
        expect(seriousOf(complaints)).toEqual([]);
      });
    });

    it("says who answered, and whether it was a fallback", async () => {
      await open("/sv", {}, async (page) => {
        await openPanel(page);
        chat.answer = (reply) => reply.begin({ answeredBy: "mistral", fallback: false }).say("Ja.").finish();
        await ask(page, "Ett?");
        chat.answer = (reply) => reply.begin({ answeredBy: "site", fallback: true }).say("Nej.").finish();
        await ask(page, "Två?");
        expect(await page.locator(".exchange-by").allTextContents()).toEqual([
          expect.stringMatching(/^Svar från Mistral AI/),
          expect.stringMatching(/^Mistral AI kunde inte svara/),
        ]);
      });
    });

    it("asks a suggested question with one click, also on articles and on the error page", async () => {
      for (const address of ["/nb/boardroom-for-commerce", "/en/guides/product-data", "/sv/finns-inte"]) {
        await open(address, {}, async (page) => {
          await openPanel(page);
          const suggestion = page.locator(".dialogue-start button").nth(1);
          const question = (await suggestion.textContent())!;
          await suggestion.click();
          await answersOf(page).waitFor();
          expect(chat.requests.at(-1)!.messages).toEqual([{ role: "user", content: question }]);
          expect(await page.locator(".exchange-asked").textContent()).toBe(question);
        });
      }
    });

    it("stops on request, keeps and marks the text so far, and aborts the request to the server", async () => {
      let isAborted = false;
      chat.answer = (reply) => {
        reply.begin().say("The first half");
        reply.left(() => {
          isAborted = true;
        });
      };
      await open("/en", {}, async (page) => {
        await openPanel(page);
        await fieldOf(page).fill("Tell me all");
        await fieldOf(page).press("Enter");
        await page.getByText("The first half").waitFor();
        await panelOf(page).getByRole("button", { name: "Stop" }).click();
        expect(await answersOf(page).textContent()).toBe("The first halfYou stopped the answer here.");
        while (!isAborted) await wait(5);

        chat.answer = plainly;
        await panelOf(page).getByRole("button", { name: "Ask again" }).click();
        await page.getByText("An answer.").waitFor();
        expect(await page.locator(".exchange").count()).toBe(1);
        expect(chat.requests.at(-1)!.messages).toHaveLength(1);
      });
    });

    it("keeps the conversation and stays open when a source is followed", async () => {
      chat.answer = (reply) =>
        reply.begin().source("http://localhost/en/commerce-commons", "Commons").say("There.").finish();
      await open("/en", {}, async (page) => {
        await openPanel(page);
        await ask(page, "Where?");
        await page.locator(".sources a").click();
        await page.waitForURL("**/en/commerce-commons");
        expect(await page.getByText("There.").isVisible()).toBe(true);

        await page.reload();
        expect(await page.getByText("There.").isVisible()).toBe(true);
        expect(await focused(page)).toBe(""); // a page that opens does not take the focus into the panel
      });
    });

    it("closes on a phone when a source is followed, and keeps the conversation", async () => {
      chat.answer = (reply) => reply.begin().source("http://localhost/en#rooms", "Home").say("Right here.").finish();
      await open("/en", { width: 375 }, async (page) => {
        await openPanel(page);
        await ask(page, "Where?");
        await page.locator(".sources a").click();
        expect(await panelOf(page).isVisible()).toBe(false);
        await page.reload();
        expect(await panelOf(page).isVisible()).toBe(false);
        await openPanel(page);
        expect(await page.getByText("Right here.").isVisible()).toBe(true);
      });
    });

    it("keeps the conversation in its own browser tab, until a new one is started", async () => {
      await open("/en", {}, async (page) => {
        await openPanel(page);
        await ask(page, "One?");
        const other = await page.context().newPage();
        await other.goto(page.url());
        await openPanel(other);
        expect(await other.locator(".exchange").count()).toBe(0);
        await other.close();

        await panelOf(page).getByRole("button", { name: "New conversation" }).click();
        expect(await page.locator(".exchange").count()).toBe(0);
        expect(await focused(page)).toBe("dialogue-message");
        await page.reload();
        expect(await page.locator(".exchange").count()).toBe(0);
        expect(await page.context().cookies()).toEqual([]);
      });
    });

    it("continues the conversation in the language of the next page", async () => {
      await open("/sv/commerce-commons", {}, async (page) => {
        await openPanel(page);
        await ask(page, "Vad ingår?");
        await page.locator(".languages").getByRole("link", { name: "Norsk" }).click();
        await page.waitForURL("**/nb/commerce-commons");
        await ask(page, "Hva koster det?");

        expect(chat.requests.at(-1)).toEqual({
          messages: [
            { role: "user", content: "Vad ingår?" },
            { role: "assistant", content: "An answer." },
            { role: "user", content: "Hva koster det?" },
          ],
          locale: "nb",
          page: "/nb/commerce-commons",
        });
        expect(
          await page.locator(".exchange-asked").evaluateAll((all) => all.map((one) => one.getAttribute("lang"))),
        ).toEqual(["sv", "nb"]);
      });
    });

    it("sends at most the last twelve messages, starting with a question, and fewer if they are long", async () => {
      await open("/en", {}, async (page) => {
        await openPanel(page);
        for (let number = 1; number <= 8; number += 1) await ask(page, `Number ${number}?`);
        const { messages } = chat.requests.at(-1)!;
        expect(messages).toHaveLength(11);
        expect(messages[0]).toEqual({ role: "user", content: "Number 3?" });

        for (let number = 1; number <= 6; number += 1) await ask(page, "å".repeat(4000));
        expect(Buffer.byteLength(JSON.stringify(chat.requests.at(-1)))).toBeLessThan(64 * 1024);
      });
    });

    it("keeps the question when the rate limit is reached, counts down, and can send it again", async () => {
      chat.answer = (reply) => reply.refuse(429, { "Retry-After": "2" });
      await open("/en", {}, async (page) => {
        await openPanel(page);
        await fieldOf(page).fill("Once more?");
        await fieldOf(page).press("Enter");
        const note = page.locator("#dialogue-note");
        await note.getByText("You can ask again in 2 seconds.").waitFor();
        const send = panelOf(page).getByRole("button", { name: "Ask", exact: true });
        expect(await fieldOf(page).inputValue()).toBe("Once more?");
        expect(await send.getAttribute("aria-disabled")).toBe("true");
        expect(await page.locator(".exchange").count()).toBe(0);
        await fieldOf(page).press("Enter");
        expect(chat.requests).toHaveLength(1);

        await page.reload(); // the wait and the text survive a reload
        await note.getByText("You can ask again in 1 second.").waitFor();
        expect(await fieldOf(page).inputValue()).toBe("Once more?");
        chat.answer = plainly;
        await note.waitFor({ state: "hidden" });
        expect(await page.getByRole("status").textContent()).toBe("You can ask again now.");
        await fieldOf(page).press("Enter");
        await page.getByText("An answer.").waitFor();
      });
    });

    it("keeps the question and shows the reason when there is no answer", async () => {
      await open("/sv", {}, async (page) => {
        const expectMessage = async (words: string) => {
          await fieldOf(page).fill("Hur?");
          await fieldOf(page).press("Enter");
          await page.locator("#dialogue-note").getByText(words).waitFor();
          expect(await fieldOf(page).inputValue()).toBe("Hur?");
          expect(await page.locator(".exchange").count()).toBe(0);
          expect(await page.getByRole("status").textContent()).toContain(words);
        };
        await openPanel(page);
        chat.answer = (reply) => reply.refuse(503, {}, "Nej.");
        await expectMessage("Dialogue har fullt upp.");
        chat.answer = (reply) => reply.refuse(422, {}, "Frågan är för lång.");
        await expectMessage("Frågan är för lång.");
        chat.answer = (reply) => reply.begin().breakOff();
        await expectMessage("Det kom inget svar.");
        chat.answer = (reply) => reply.cut();
        await expectMessage("Det kom inget svar.");
        await page.context().setOffline(true);
        await expectMessage("Du saknar uppkoppling.");
        await page.context().setOffline(false);
      });
    });

    it("keeps the text of an answer that broke off, and replaces it when asked again", async () => {
      await open("/en", {}, async (page) => {
        await openPanel(page);
        chat.answer = (reply) => reply.begin().say("Half of it").breakOff();
        await ask(page, "All?");
        expect(await answersOf(page).textContent()).toContain("Half of itThe answer broke off");
        chat.answer = async (reply) => {
          reply.begin().say("Half again");
          await wait(50);
          reply.cut();
        };
        await panelOf(page).getByRole("button", { name: "Ask again" }).click();
        await page.getByText("Half againThe answer broke off").waitFor();
        chat.answer = (reply) => reply.refuse(429, { "Retry-After": "60" });
        await panelOf(page).getByRole("button", { name: "Ask again" }).click();
        await page.locator("#dialogue-note").getByText("You can ask again in").waitFor();
        expect(await answersOf(page).textContent()).toContain("Half again"); // the earlier text is kept
      });
    });

    it("answers, and forms can be used, in a browser without what came after 2022", async () => {
      chat.answer = (reply) =>
        reply
          .begin()
          .source("http://localhost/en/about", "About")
          .say("See [this](/en/about), or [that](http://:0).")
          .finish();
      await open("/en/contact", {}, async (page, complaints) => {
        await page.addInitScript(removeNewerApis);
        await page.reload();
        expect(await page.evaluate("[typeof URL.canParse, typeof AbortSignal.any]")).toEqual([
          "undefined",
          "undefined",
        ]);
        await openPanel(page);
        await ask(page, "What is this?");
        expect(await answersOf(page).textContent()).toBe("See this, or that.");
        expect(await page.locator(".exchange .sources a").getAttribute("href")).toBe("/en/about");
        await page.reload(); // shows the conversation again
        expect(await answersOf(page).textContent()).toBe("See this, or that.");
        await page.locator("main textarea").fill("Hello.");
        await page.locator("main form button").click();
        await page.locator("main [aria-invalid=true]").first().waitFor();
        expect(await page.locator("main textarea").inputValue()).toBe("Hello.");
        expect(seriousOf(complaints).filter((complaint) => !complaint.includes("422"))).toEqual([]);
      });
    });

    it("shows an answer that it cannot lay out as plain text, and takes the next question", async () => {
      chat.answer = async (reply) => {
        reply.begin().say("See [this](/en/about).");
        await wait(300);
        reply.finish();
      };
      await open("/en", {}, async (page, complaints) => {
        await page.evaluate(
          "Object.defineProperty(HTMLAnchorElement.prototype, 'href', { set() { throw new Error() } })",
        );
        await openPanel(page);
        await fieldOf(page).fill("What is this?");
        await fieldOf(page).press("Enter");
        await page.getByText("See [this](/en/about).").waitFor();
        expect(await panelOf(page).getByRole("button", { name: "Stop" }).isVisible()).toBe(true);
        await page.getByText("See [this](/en/about).The answer broke off").waitFor();
        expect(await panelOf(page).getByRole("button", { name: "Stop" }).isVisible()).toBe(false);
        chat.answer = plainly;
        await ask(page, "And now?");
        expect(await answersOf(page).last().textContent()).toBe("An answer.");
        expect(seriousOf(complaints)).toEqual([]);
      });
    });

    it("shows a hostile answer as text, without scripts, elements or misleading links", async () => {
      const hostile = [
        "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>",
        "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) [d](//evil.example/x) [e](/\\evil.example)",
        "[f](https://user:pw@evil.example/) [g](http://evil.example/) [**h**](https://evil.example/) [i](vbscript:x)",
        "[k](/.//evil.example) [l](/en/../..//evil.example)",
        '- <svg onload=alert(1)>\n- [j](/en/about"onclick=alert(1))',
      ].join("\n\n");
      chat.answer = (reply) =>
        reply
          .begin()
          .source("javascript:alert(1)", "<b>x</b>")
          .source("https://evil.example/", "The privacy page")
          .say(hostile)
          .finish();
      await open("/en", {}, async (page, complaints) => {
        await openPanel(page);
        await ask(page, "<b onclick=alert(1)>bold?</b>");
        const exchange = page.locator(".exchange");

        expect(await exchange.locator("img, script, svg, b, iframe, [onclick], [onerror], [onload]").count()).toBe(0);
        expect(await page.locator(".exchange-asked").textContent()).toBe("<b onclick=alert(1)>bold?</b>");
        const links = await exchange
          .locator("a")
          .evaluateAll((all) => all.map((link) => [link.textContent, (link as unknown as { href: string }).href]));
        const astray = links.filter(
          ([label, href]) => !/^http:\/\/127\.0\.0\.1:\d+\/en\//.test(href!) && label !== href,
        );
        expect(astray).toEqual([]);
        expect(links.map(([, href]) => href).filter((href) => /^https:/.test(href!))).toEqual([
          "https://evil.example/",
          "https://evil.example/",
        ]);
        expect(await page.title()).not.toBe("owned");
        expect(seriousOf(complaints)).toEqual([]);
      });
    });

    it("adds a line with Shift and Enter, and ignores Enter during composition", async () => {
      await open("/en", {}, async (page) => {
        await openPanel(page);
        const height = async () => (await fieldOf(page).boundingBox())!.height;
        const one = await height();
        await page.keyboard.type("first");
        await page.keyboard.press("Shift+Enter");
        await page.keyboard.type("second");
        expect(await fieldOf(page).inputValue()).toBe("first\nsecond");
        expect(await height()).toBeGreaterThan(one);
        await page.evaluate(
          "document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))",
        );
        expect(chat.requests).toHaveLength(0);
        await page.keyboard.press("Enter");
        await answersOf(page).waitFor();
        expect(chat.requests[0]!.messages[0]!.content).toBe("first\nsecond");
        expect(await height()).toBe(one);
      });
    });

    it("counts down the characters near the limit, and sends at most 4,000", async () => {
      await open("/nb", {}, async (page) => {
        const note = page.locator("#dialogue-note");
        await openPanel(page);
        await fieldOf(page).fill("x".repeat(3000));
        expect(await note.isVisible()).toBe(false);
        await fieldOf(page).fill("x".repeat(3990));
        expect(await note.textContent()).toBe("10 tegn igjen");
        await fieldOf(page).fill("x".repeat(4002));
        expect(await note.textContent()).toBe("2 tegn for mye");
        expect(await fieldOf(page).getAttribute("aria-invalid")).toBe("true");
        await fieldOf(page).press("Enter");
        expect(chat.requests).toHaveLength(0);
        await fieldOf(page).fill("x".repeat(4000));
        await fieldOf(page).press("Enter");
        await answersOf(page).waitFor();
      });
    });

    it("takes the limit from the maxlength of the page", async () => {
      await open("/en", {}, async (page) => {
        await page.route("**/en", async (route) => {
          const response = await route.fetch();
          const body = (await response.text()).replaceAll(/maxlength="4000"/g, 'maxlength="500"');
          await route.fulfill({ response, body });
        });
        await page.reload();
        await openPanel(page);
        await fieldOf(page).fill("x".repeat(502));
        expect(await page.locator("#dialogue-note").textContent()).toBe("2 characters too many");
      });
    });

    it("copies an answer with its sources", async () => {
      chat.answer = (reply) =>
        reply.begin().source("http://localhost/en/about", "About").say("**Bold** words.").finish();
      await open("/en", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
        await openPanel(page);
        await ask(page, "Who?");
        await panelOf(page).getByRole("button", { name: "Copy" }).click();
        await panelOf(page).getByRole("button", { name: "Copied" }).waitFor();
        expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
          "Bold words.\n\nAbout: http://localhost/en/about",
        );
      });
    });

    it.each([
      ["en", 375, "light"],
      ["en", 1440, "dark"],
      ["sv", 1440, "light"],
      ["nb", 375, "dark"],
    ] as const)(
      "passes axe (WCAG 2.2 AA) in %s, %i px wide, %s: empty, with an answer and with an error",
      async (language, width, colorScheme) => {
        await open(
          `/${language}/boardroom-for-commerce`,
          { width, colorScheme, reducedMotion: "reduce" },
          async (page) => {
            await openPanel(page);
            expect(await barriersOn(page)).toEqual([]);
            chat.answer = (reply) =>
              reply
                .begin()
                .source(`http://localhost/${language}`, "x")
                .say("**A**\n\n- [b](/en)\n\n1. c\n\n".repeat(9))
                .finish();
            await ask(page, "A?");
            chat.answer = (reply) => reply.refuse(429, { "Retry-After": "60" });
            await fieldOf(page).fill("B?");
            await fieldOf(page).press("Enter");
            await page.locator("#dialogue-note").waitFor();
            expect(await barriersOn(page)).toEqual([]);
          },
        );
      },
    );

    it("needs no horizontal scrolling from 320 to 1920 px, and has targets at least 44 px high", async () => {
      chat.answer = (reply) =>
        reply
          .begin()
          .source("http://localhost/sv", "Hem")
          .say(`${"x".repeat(200)} [${"y".repeat(80)}](/sv)`)
          .finish();
      await open("/sv/commerce-commons", { width: 320 }, async (page) => {
        await openPanel(page);
        await ask(page, "långt".repeat(60));
        for (const [width, height] of [
          [320, 256],
          [320, 640],
          [375, 812],
          [768, 1024],
          [1440, 900],
          [1920, 1080],
        ] as const) {
          await page.setViewportSize({ width, height });
          await page.waitForTimeout(50);
          const wider = await page.evaluate(
            "[...document.querySelectorAll('.dialogue, .dialogue *')].filter((e) => e.checkVisibility() && !e.closest('.unseen') && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0 && getComputedStyle(e).display !== 'inline').map((e) => e.className || e.tagName)",
          );
          const small = await page.evaluate(
            "[...document.querySelectorAll('.dialogue button, .dialogue textarea, .dialogue .sources a, .dialogue-tab')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 44).map((e) => e.className)",
          );
          expect([width, wider, small]).toEqual([width, [], []]);
          await fieldOf(page).scrollIntoViewIfNeeded();
          const { y, height: tall } = (await fieldOf(page).boundingBox())!;
          expect([height, y >= 0 && y + tall <= height]).toEqual([height, true]);
        }
      });
    });

    it("covers nothing at the end of a page, and is not printed", async () => {
      await open("/sv", {}, async (page) => {
        for (const width of [320, 375, 768, 1440, 1920]) {
          await page.setViewportSize({ width, height: 900 });
          await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
          const covered = await page.evaluate(
            "(() => { const tab = document.querySelector('.dialogue-tab').getBoundingClientRect(); return [...document.querySelectorAll('.colophon a, .colophon p, .colophon h2')].filter((e) => { const box = e.getBoundingClientRect(); return box.bottom > tab.top && box.right > tab.left; }).map((e) => e.textContent); })()",
          );
          expect([width, covered]).toEqual([width, []]);
        }
        await openPanel(page);
        await page.emulateMedia({ media: "print" });
        expect(await page.locator(".dialogue-tab, .dialogue").filter({ visible: true }).count()).toBe(0);
      });
    });

    describe("without scripts", () => {
      const without = { javaScriptEnabled: false };
      afterEach(() => {
        chat.page = (question) => ({ question, answer: null, problem: null });
      });

      it("the tab links to a form, and the form leads to a page with the answer and a form for the next question", async () => {
        chat.page = (question) => ({
          question,
          answer: {
            html: "<p>Ja, <a href='/sv/about'>här</a>.</p>",
            sources: [{ path: "/sv/contact", title: "Kontakt" }],
            answeredBy: "site",
            fallback: false,
          },
          problem: null,
        });
        await open("/sv/after-commerce", { ...without, width: 375 }, async (page, complaints) => {
          await page.getByRole("link", { name: "Fråga Dialogue" }).click();
          await fieldOf(page).fill("Är det <b>gratis</b>?");
          await panelOf(page).getByRole("button", { name: "Fråga", exact: true }).click();
          await page.waitForURL("**/api/ai/chat");
          expect(chat.requests).toEqual([
            { messages: [{ role: "user", content: "Är det <b>gratis</b>?" }], locale: "sv" },
          ]);
          expect(await page.locator("h1").textContent()).toBe("Du frågade: Är det <b>gratis</b>?");
          expect(await page.locator("main .sources a").getAttribute("href")).toBe("/sv/contact");
          expect(await page.locator("meta[name=robots]").getAttribute("content")).toBe("noindex");

          await page.locator("main textarea").fill("Och sen?");
          await page.locator("main button").click();
          await page.getByRole("heading", { name: "Och sen?" }).waitFor();
          expect(seriousOf(complaints)).toEqual([]);
        });
      });

      it("a suggested question is asked with one click, and the panel closes by its link", async () => {
        chat.page = (question) => ({
          question,
          answer: null,
          problem: "Vent litt.",
        });
        await open("/nb", without, async (page) => {
          await page.getByRole("link", { name: "Spør Dialogue" }).click();
          await panelOf(page).getByRole("link", { name: "Lukk" }).click();
          expect(await panelOf(page).isVisible()).toBe(false);

          await page.getByRole("link", { name: "Spør Dialogue" }).click();
          const suggestion = page.locator(".dialogue-start button").first();
          const question = (await suggestion.textContent())!;
          await suggestion.click();
          await page.waitForURL("**/api/ai/chat");
          expect(chat.requests[0]!.messages[0]!.content).toBe(question);
          expect(await page.locator("main").textContent()).toMatch(/Vent litt\./);
          expect(await page.locator("main textarea").inputValue()).toBe(question);
        });
      });
    });
  },
  chat.before,
);
