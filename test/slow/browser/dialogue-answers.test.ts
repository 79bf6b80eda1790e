/** A conversation in Dialogue's panel: the answer as it comes, what is kept, and what goes wrong. */
import { beforeEach, expect, it } from "@jest/globals";
import { becomes, describeInBrowser, focused } from "../../support/browser.js";
import * as panel from "../../support/fake-chat.js";

const { answersOf, ask, buttonOf, fieldOf, inTwoParts, openPanel, panelOf, plainly, send, seriousOf } = panel;
const chat = panel.fakeChat();
beforeEach(chat.reset);

describeInBrowser("A conversation in the panel", { before: chat.before }, (open) => {
  const openAt: typeof open = async (path, options) => {
    const opened = await open(path, options);
    await openPanel(opened.page);
    return opened;
  };

  it("shows an answer while it is streamed, and announces it to screen readers when it is complete", async () => {
    const { answer, goOn } = inTwoParts(
      (reply) => reply.source("http://localhost/en/after-commerce/faq#hosting", "Questions").say("It is **free"),
      (reply) =>
        reply
          .say("** for all.\n\n- Come\n- Go, see [the page](/en/after-commerce)\n\n")
          .say("2. Run `npm ci`, see [them](https://elsewhere.example/x).")
          .finish(),
    );
    chat.answer = answer;
    const { page, complaints } = await openAt("/en/after-commerce");
    await fieldOf(page).fill("What does it cost?");
    await buttonOf(page, "Ask").click();

    const writing = page.getByRole("log").locator("[aria-busy=true]");
    await writing.getByText("It is free").waitFor();
    expect(await writing.getAttribute("aria-live")).toBe("off");
    expect(await page.getByRole("status").textContent()).toBe("Searching the site");
    expect(await focused(page)).toBe("ask-stop"); // where Ask was pressed
    expect(await page.locator(".exchange-end").isVisible()).toBe(false);

    goOn();
    const whole = answersOf(page);
    await whole.waitFor();
    expect(await whole.getAttribute("aria-live")).toBeNull();
    const away =
      '<a href="https://elsewhere.example/x" rel="noopener noreferrer nofollow">https://elsewhere.example/x</a>';
    expect((await whole.innerHTML()).split(/(?=<p>|<ul|<ol)/)).toEqual([
      "<p>It is <strong>free</strong> for all.</p>",
      '<ul role="list"><li>Come</li><li>Go, see <a href="/en/after-commerce">the page</a></li></ul>',
      `<ol role="list" start="2"><li>Run <code>npm ci</code>, see them (${away}).</li></ol>`,
    ]);
    expect(await page.locator(".exchange-by").textContent()).toBe("Answered from the site’s own pages");
    expect(await page.locator(".sources a").getAttribute("href")).toBe("/en/after-commerce/faq#hosting");
    expect(chat.requests).toEqual([
      { messages: [{ role: "user", content: "What does it cost?" }], locale: "en", page: "/en/after-commerce" },
    ]);
    expect(seriousOf(complaints)).toEqual([]);
  });

  it("says who answered, whether it was a fallback, and can be copied with its sources", async () => {
    const { page } = await openAt("/sv", { permissions: ["clipboard-read", "clipboard-write"] });
    chat.answer = (reply) => reply.begin({ answeredBy: "site", fallback: true }).say("Nej.").finish();
    await ask(page, "Ett?");
    chat.answer = (reply) =>
      reply.begin({ answeredBy: "mistral" }).source("http://localhost/sv/about", "Om").say("**Ja**, visst.").finish();
    await ask(page, "Två?");
    expect(await page.locator(".exchange-by").allTextContents()).toEqual([
      expect.stringMatching(/^Mistral AI kunde inte svara/),
      expect.stringMatching(/^Svar från Mistral AI/),
    ]);
    await buttonOf(page, "Kopiera").last().click();
    await buttonOf(page, "Kopierat").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe("Ja, visst.\n\nOm: http://localhost/sv/about");
  });

  it("stops on request, keeps and marks the text so far, aborts the request, and can be asked again", async () => {
    let isAborted = false;
    const markAborted = () => (isAborted = true);
    chat.answer = (reply) => reply.begin().say("The first half").left(markAborted);
    const { page } = await openAt("/en");
    await send(page, "Tell me all");
    await page.getByText("The first half").waitFor();
    await buttonOf(page, "Stop").click();
    expect(await answersOf(page).textContent()).toBe("The first halfYou stopped the answer here.");
    await becomes(async () => isAborted, true);

    const { answer, goOn } = inTwoParts(
      (reply) => reply.say("An"),
      (reply) => reply.say(" answer.").finish(),
    );
    chat.answer = answer;
    await page.locator(".exchange-again").focus();
    await page.keyboard.press("Enter");
    await page.locator(".exchange-answer").getByText("An", { exact: true }).waitFor();
    expect(await focused(page)).toBe("ask-stop");
    goOn();
    await answersOf(page).getByText("An answer.").waitFor();
    expect(await focused(page)).toBe("ask-send");
    expect(await page.locator(".exchange").count()).toBe(1);
    expect(chat.requests.at(-1)!.messages).toHaveLength(1);
  });

  it("goes on, in an open panel, on the next page and in its language", async () => {
    chat.answer = (reply) =>
      reply.begin().source("http://localhost/sv/commerce-commons", "Commons").say("An answer.").finish();
    const { page } = await openAt("/sv");
    await ask(page, "Vad ingår?");
    await page.locator(".sources a").click();
    await page.waitForURL("**/sv/commerce-commons");
    expect(await page.getByText("An answer.").isVisible()).toBe(true);
    expect(await page.locator(".dialogue-start").isVisible()).toBe(false);
    expect(await focused(page)).toBe(""); // a page that opens does not take the focus into the panel

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
    const asked = page.locator(".exchange-asked");
    expect(await asked.evaluateAll((all) => all.map((one) => one.getAttribute("lang")))).toEqual(["sv", "nb"]);
  });

  it("is behind a closed panel on a phone once a source is followed", async () => {
    chat.answer = (reply) => reply.begin().source("http://localhost/en#rooms", "Home").say("Right here.").finish();
    const { page } = await openAt("/en", { width: 375 });
    await ask(page, "Where?");
    await page.locator(".sources a").click();
    expect(await panelOf(page).isVisible()).toBe(false);
    await page.reload();
    expect(await panelOf(page).isVisible()).toBe(false);
    await openPanel(page);
    expect(await page.getByText("Right here.").isVisible()).toBe(true);
  });

  it("stays in its own browser tab, until a new one is started", async () => {
    const { page } = await openAt("/en");
    await ask(page, "One?");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await openPanel(other);
    expect(await other.locator(".exchange").count()).toBe(0);
    await other.close();

    await buttonOf(page, "New conversation").click();
    expect(await focused(page)).toBe("dialogue-message");
    await page.reload();
    expect(await page.locator(".exchange").count()).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
  });

  it("sends at most the last twelve messages, starting with a question, and fewer if they are long", async () => {
    const { page } = await openAt("/en");
    for (let number = 1; number <= 8; number += 1) await ask(page, `Number ${number}?`);
    const { messages } = chat.requests.at(-1)!;
    expect({ length: messages.length, first: messages[0]!.content }).toEqual({ length: 11, first: "Number 3?" });
    for (let number = 1; number <= 6; number += 1) await ask(page, "å".repeat(4000));
    expect(Buffer.byteLength(JSON.stringify(chat.requests.at(-1)))).toBeLessThan(64 * 1024);
  });

  it("keeps the question when the rate limit is reached, counts down, and can send it again", async () => {
    chat.answer = (reply) => reply.refuse(429, { "Retry-After": "2" });
    const { page } = await openAt("/en");
    await send(page, "Once more?");
    const note = page.locator("#dialogue-note");
    await note.getByText("You can ask again in 2 seconds.").waitFor();
    expect(await fieldOf(page).inputValue()).toBe("Once more?");
    expect(await buttonOf(page, "Ask").getAttribute("aria-disabled")).toBe("true");
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

  it("keeps the question and shows the reason when there is no answer", async () => {
    const { page } = await openAt("/sv");
    const expectMessage = async (text: string) => {
      await send(page, "Hur?");
      await page.locator("#dialogue-note").getByText(text).waitFor();
      expect({
        field: await fieldOf(page).inputValue(),
        exchanges: await page.locator(".exchange").count(),
        announced: await page.getByRole("status").textContent(),
      }).toEqual({ field: "Hur?", exchanges: 0, announced: expect.stringContaining(text) });
    };
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
  });

  it("keeps the text of an answer that broke off, and replaces it when asked again", async () => {
    const { page } = await openAt("/en");
    chat.answer = (reply) => reply.begin().say("Half of it").breakOff();
    await ask(page, "All?");
    expect(await answersOf(page).textContent()).toContain("Half of itThe answer broke off");
    const { answer, goOn } = inTwoParts(
      (reply) => reply.say("Half again"),
      (reply) => reply.cut(),
    );
    chat.answer = answer;
    await buttonOf(page, "Ask again").click();
    await page.getByText("Half again").waitFor();
    goOn();
    await page.getByText("Half againThe answer broke off").waitFor();
    chat.answer = (reply) => reply.refuse(429, { "Retry-After": "60" });
    await buttonOf(page, "Ask again").click();
    await page.locator("#dialogue-note").getByText("You can ask again in").waitFor();
    expect(await answersOf(page).textContent()).toContain("Half again"); // the earlier text is kept
  });

  it("shows a hostile answer as text, without scripts, elements or misleading links", async () => {
    const hostile = [
      "<img src=x onerror=\"document.title='owned'\"><script>document.title='owned'</script>",
      "[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) [d](//evil.example/x) [e](/\\evil.example)",
      "[f](https://user:pw@evil.example/) [g](http://evil.example/) [**h**](https://evil.example/) [i](vbscript:x)",
      '[k](/.//evil.example) [l](/en/../..//evil.example)\n\n- <svg onload=alert(1)>\n- [j](/en/about"onclick=alert(1))',
    ].join("\n\n");
    const named = { script: "javascript:alert(1)", away: "https://evil.example/" };
    chat.answer = (reply) =>
      reply.begin().source(named.script, "<b>x</b>").source(named.away, "The privacy page").say(hostile).finish();
    const { page, complaints } = await openAt("/en");
    await ask(page, "<b onclick=alert(1)>bold?</b>");
    const exchange = page.locator(".exchange");
    expect(await exchange.locator("img, script, svg, b, iframe, [onclick], [onerror], [onload]").count()).toBe(0);
    expect(await page.locator(".exchange-asked").textContent()).toBe("<b onclick=alert(1)>bold?</b>");
    const links = await exchange
      .locator("a")
      .evaluateAll((all) => all.map(({ textContent, href }: any) => ({ textContent, href })));
    const away = links.filter(({ href }) => !/^http:\/\/127\.0\.0\.1:\d+\/en\//.test(href));
    expect(away).toEqual(Array(2).fill({ textContent: named.away, href: named.away }));
    expect(await page.title()).not.toBe("owned");
    expect(seriousOf(complaints)).toEqual([]);
  });
});
