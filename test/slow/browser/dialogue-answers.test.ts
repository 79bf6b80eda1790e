/** A conversation in Dialogue's panel: the answer as it comes, what is kept, and what goes wrong. */
import { expect, it } from "@jest/globals";
import * as panel from "../../support/browser.js";

const { answersOf, ask, becomes, buttonOf, chat, fieldOf, focused, plainly, send, seriousOf } = panel;

panel.describePanel("A conversation in the panel", (open) => {
  it("shows an answer while it is streamed, and announces it to screen readers when it is complete", async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    chat.answer = async (reply) => {
      reply.begin().source("http://localhost/en/after-commerce/faq#hosting", "Questions").say("It is **free");
      await held;
      reply.say("** for all.\n\n- Come\n- Go, see [the page](/en/after-commerce)\n\n");
      reply.say("2. Run `npm ci`, see [them](https://elsewhere.example/x).").finish();
    };
    const { page, complaints } = await open("/en/after-commerce");
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

  it("says whether Mistral answered, or could not, and is copied with its sources", async () => {
    const { page } = await open("/sv", { permissions: ["clipboard-read", "clipboard-write"] });
    chat.answer = (reply) => reply.begin({ answeredBy: "site", fallback: true }).say("Nej.").finish();
    await page.locator(".dialogue-start button").first().click(); // a suggested question
    await answersOf(page).waitFor();
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

  it("stops on request, and keeps and marks what came, also of an answer that broke off, until it is asked again", async () => {
    let isAborted = false;
    chat.answer = (reply) =>
      reply
        .begin()
        .say("The first half")
        .left(() => (isAborted = true));
    const { page } = await open("/en");
    await send(page, "Tell me all");
    await page.getByText("The first half").waitFor();
    await buttonOf(page, "Stop").click();
    expect(await answersOf(page).textContent()).toBe("The first halfYou stopped the answer here.");
    await becomes(async () => isAborted, true);
    chat.answer = (reply) => reply.begin().say("Half of it").breakOff();
    await page.locator(".exchange-again").press("Enter");
    await answersOf(page).getByText("Half of itThe answer broke off").waitFor();
    expect(await focused(page)).toBe("ask-send");
    expect(chat.requests.at(-1)!.messages).toHaveLength(1);
    chat.answer = (reply) => reply.refuse(429, { "Retry-After": "60" });
    await buttonOf(page, "Ask again").click();
    await page.locator("#dialogue-note").getByText("You can ask again in").waitFor();
    expect(await page.locator(".exchange").count()).toBe(1);
    expect(await answersOf(page).textContent()).toContain("Half of it");
  });

  it("goes on in an open panel on the next page and in its language, and in no other tab, until it is begun anew", async () => {
    chat.answer = (reply) =>
      reply.begin().source("http://localhost/sv/commerce-commons", "Commons").say("An answer.").finish();
    const { page } = await open("/sv");
    await ask(page, "Vad ingår?");
    await page.locator(".sources a").click();
    await page.waitForURL("**/sv/commerce-commons");
    expect(await page.getByText("An answer.", { exact: true }).isVisible()).toBe(true);
    expect(await page.locator(".dialogue-start").isVisible()).toBe(false);
    expect(await focused(page)).toBe(""); // a page that opens does not take the focus into the panel
    await page.locator(".languages").getByRole("link", { name: "Norsk" }).click();
    await page.waitForURL("**/nb/commerce-commons");
    await ask(page, "Hva koster det?");
    const { messages, ...place } = chat.requests.at(-1)!;
    expect(place).toEqual({ locale: "nb", page: "/nb/commerce-commons" });
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    expect(messages.map(({ content }) => content)).toEqual(["Vad ingår?", "An answer.", "Hva koster det?"]);
    const asked = page.locator(".exchange-asked");
    expect(await asked.evaluateAll((all) => all.map((one) => one.getAttribute("lang")))).toEqual(["sv", "nb"]);
    const otherTab = await page.context().newPage();
    await otherTab.goto(page.url());
    expect(await otherTab.locator(".exchange").count()).toBe(0);
    await buttonOf(page, "Ny samtale").click();
    expect(await focused(page)).toBe("dialogue-message");
    await page.reload();
    expect(await page.locator(".exchange").count()).toBe(0);
    expect(await page.context().cookies()).toEqual([]);
  });

  it("sends at most the last twelve messages, starting with a question, and fewer if they are long", async () => {
    const { page } = await open("/en");
    for (let number = 1; number <= 8; number += 1) await ask(page, `Number ${number}?`);
    const { messages } = chat.requests.at(-1)!;
    expect({ length: messages.length, first: messages[0]!.content }).toEqual({ length: 11, first: "Number 3?" });
    for (let number = 1; number <= 6; number += 1) await ask(page, "å".repeat(4000));
    expect(Buffer.byteLength(JSON.stringify(chat.requests.at(-1)))).toBeLessThan(64 * 1024);
  });

  it("keeps the question when the rate limit is reached, counts down, and can send it again", async () => {
    chat.answer = (reply) => reply.refuse(429, { "Retry-After": "2" });
    const { page } = await open("/en");
    await send(page, "Once more?");
    const note = page.locator("#dialogue-note");
    await note.getByText("You can ask again in 2 seconds.").waitFor();
    expect(await buttonOf(page, "Ask").getAttribute("aria-disabled")).toBe("true");
    await fieldOf(page).press("Enter");
    expect(chat.requests).toHaveLength(1);
    await page.reload(); // the wait and the text survive a reload
    await note.getByText("You can ask again in 1 second.").waitFor();
    expect(await fieldOf(page).inputValue()).toBe("Once more?");
    chat.answer = plainly;
    await note.waitFor({ state: "hidden" });
    expect(await page.getByRole("status").textContent()).toBe("You can ask again now.");
    await fieldOf(page).press("Enter");
    await page.getByText("An answer.", { exact: true }).waitFor();
  });

  it("keeps the question and shows the reason when there is no answer", async () => {
    const { page } = await open("/sv");
    const expectMessage = async (text: string, answer: typeof chat.answer) => {
      chat.answer = answer;
      await send(page, "Hur?");
      await page.locator("#dialogue-note").getByText(text).waitFor();
      expect(await fieldOf(page).inputValue()).toBe("Hur?");
      expect(await page.locator(".exchange").count()).toBe(0);
      expect(await page.getByRole("status").textContent()).toContain(text);
    };
    await expectMessage("Dialogue har fullt upp.", (reply) => reply.refuse(503, {}, "Nej."));
    await expectMessage("Frågan är för lång.", (reply) => reply.refuse(422, {}, "Frågan är för lång."));
    await expectMessage("Det kom inget svar.", (reply) => reply.begin().breakOff());
    await expectMessage("Det kom inget svar.", (reply) => reply.cut());
    await page.context().setOffline(true);
    await expectMessage("Du saknar uppkoppling.", plainly);
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
    const { page, complaints } = await open("/en");
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
