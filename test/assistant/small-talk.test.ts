import { expect, it } from "@jest/globals";
import { locales } from "../../src/domain/locale.js";
import { assistant } from "./asked.js";

const site = assistant();

/** For every saying of the assistant what is said to it, in English, Swedish and Norwegian. */
const said = {
  identity: {
    en: ["what is your name?", "are you a real person", "are you ChatGPT", "who made you"],
    sv: ["vad heter du?", "Är det en riktig person jag pratar med?", "är du chatgpt", "vem har gjort dig?"],
    nb: ["hva heter du", "er det et ekte menneske jeg snakker med", "er du chatgpt?", "hvem har laget deg"],
  },
  person: {
    en: ["can I talk to a human"],
    sv: ["kan jag få prata med en människa"],
    nb: ["kan jeg snakke med et menneske"],
  },
  insult: {
    en: ["you are stupid", "you are a moron"],
    sv: ["du är så dum", "du är en idiot"],
    nb: ["du er helt ubrukelig", "du er en idiot"],
  },
  languages: {
    en: ["which languages do you speak"],
    sv: ["vilka språk kan du?"],
    nb: ["snakker du svensk?"],
  },
  memory: { en: ["do you remember me"], sv: ["minns du mig?"], nb: ["husker du meg?"] },
  thanks: { en: ["good job!"], sv: ["bra jobbat"], nb: ["bra jobba"] },
  acknowledgement: { en: ["ok", "haha"], sv: ["okej", "haha"], nb: ["greit", "haha"] },
} as const;

it.each(locales)("in %s, what is said to the assistant itself is answered in kind", (locale) => {
  for (const [saying, asked] of Object.entries(said)) {
    const begins = site.words(locale)(`assistant:${saying}`, {
      mail: site.library.organisation.mail,
      page: site.library.page("contact", locale).title,
      contact: `/${locale}/contact`,
      privacy: `/${locale}/legal/privacy`,
      privacyTitle: site.library.page("privacy", locale).title,
    });
    for (const turn of asked[locale])
      expect([turn, site.conversation([turn], locale)]).toEqual([
        turn,
        expect.objectContaining({ kind: "smallTalk", text: begins }),
      ]);
  }
});

it.each([
  ["en", "what do you guys even do"],
  ["sv", "tja vad gör ni ens"],
  ["nb", "hva driver dere med egentlig"],
] as const)("in %s, “%s” is answered by the page about the organisation", (locale, asked) => {
  const { kind, text, sources } = site.conversation([asked], locale);
  expect([kind, sources[0]!.path]).toEqual(["passages", `/${locale}/about`]);
  expect(text).toContain("For Commerce");
});

it.each([
  ["sv", "hur säger jag upp medlemskapet"],
  ["nb", "Hvordan sier jeg opp medlemskapet?"],
] as const)("in %s, a verb in two parts is understood: “%s”", (locale, asked) => {
  expect(site.conversation([asked], locale).sources[0]!.path).toBe(`/${locale}/commerce-commons/faq#cancel`);
});

it.each([
  ["en", "you are useless, when is the next breakfast?", "27 November 2026"],
  ["sv", "du är värdelös, när är nästa frukost?", "27 november 2026"],
  ["nb", "du er ubrukelig, når er neste frokost?", "27. november 2026"],
] as const)("in %s, who scolds and asks, “%s”, is answered", (locale, asked, date) => {
  expect(site.conversation([asked], locale).text.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(date);
});
