import { expect, it } from "@jest/globals";
import { conceptCodes, conceptOfCode } from "../../src/domain/concept.js";
import { inEachLocale, isLocale, languageNames, localeOfTag, regionalTags } from "../../src/domain/locale.js";
import { isSlug } from "../../src/domain/slug.js";
import { webhookFormatOf } from "../../src/letters/webhook.js";
import { conceptOf } from "../../src/site/navigation.js";
import type { PageName } from "../../src/site/paths.js";

it("a slug is lower-case letters and digits with single hyphens between, at most 100 characters", () => {
  const isSlugOf = (texts: string[]) => texts.filter(isSlug);
  const slugs = ["a", "7", "a1-b2-c", "a".repeat(100)];
  expect(isSlugOf(slugs)).toEqual(slugs);
  expect(isSlugOf(["", "-a", "a-", "a--b", "A", "å", "a b", "a_b", "a\n", "a/b", "a".repeat(101)])).toEqual([]);
});

it("a concept is found by its code, and by a page at or below its address", () => {
  expect(conceptCodes).toEqual(["AFTER", "BOARDROOM", "COMMONS"]);
  expect(conceptOfCode("BOARDROOM").name).toBe("Boardroom for Commerce");
  const codesOf = (pages: PageName[]) => pages.map((page) => conceptOf(page)?.code);
  expect(codesOf(["after-commerce", "commerce-commons-join", "boardroom-for-commerce-varberg-attend"])).toEqual([
    "AFTER",
    "COMMONS",
    "BOARDROOM",
  ]);
  expect(codesOf(["home", "about", "privacy"])).toEqual(Array(3).fill(undefined));
});

it("a locale has a name and a regional tag, and every Norwegian tag is nb", () => {
  expect([languageNames, regionalTags]).toEqual([
    { en: "English", sv: "Svenska", nb: "Norsk" },
    { en: "en-GB", sv: "sv-SE", nb: "nb-NO" },
  ]);
  expect(inEachLocale((locale) => `/${locale}`)).toEqual({ en: "/en", sv: "/sv", nb: "/nb" });
  expect(["en", "sv", "nb"].map(isLocale)).toEqual([true, true, true]);
  expect(["", "EN", "no", "en-GB", "toString", undefined].map(isLocale)).toEqual(Array(6).fill(false));
  expect(["no", "nn", "NB-no", "nn-NO", "sv-FI", "EN", "de"].map(localeOfTag)).toEqual([
    "nb",
    "nb",
    "nb",
    "nb",
    "sv",
    "en",
    "de",
  ]);
});

it("webhookFormatOf recognises Slack and Discord by host, and returns standard for any other", () => {
  const formats = {
    "https://hooks.slack.com/services/x": "slack",
    "https://hooks.slack-gov.com/services/x": "slack",
    "https://discord.com/api/webhooks/1/x": "discord",
    "https://ptb.discord.com/api/webhooks/1/x?thread_id=2": "discord",
    "https://discordapp.com/api/webhooks/1/x": "discord",
    "https://discord.com/api/webhooks/1/x/slack": "slack",
    "https://discord.com/slack/1": "discord",
    "https://slack.com/x": "standard",
    "https://xhooks.slack.com/x": "standard",
    "https://hooks.slackxcom.example/x": "standard",
    "https://hooks.slack.com.evil.example/x": "standard",
    "https://hooksxslack.com/x": "standard",
    "https://notdiscord.com/x": "standard",
    "https://discord.com.evil.example/x": "standard",
    "https://discordxcom/x": "standard",
    "https://team.example/discord.com/slack": "standard",
  };
  const urls = Object.keys(formats);
  expect(Object.fromEntries(urls.map((url) => [url, webhookFormatOf(url)]))).toEqual(formats);
});
