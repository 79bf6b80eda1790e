import { expect, it } from "@jest/globals";
import { isLocale, localeOfTag } from "../../src/domain/locale.js";
import { isSlug } from "../../src/domain/slug.js";
import { webhookFormatOf } from "../../src/letters/webhook.js";

it("a slug is lower-case letters and digits with single hyphens between, at most 100 characters", () => {
  const isSlugOf = (texts: string[]) => texts.filter(isSlug);
  const slugs = ["a", "7", "a1-b2-c", "a".repeat(100)];
  expect(isSlugOf(slugs)).toEqual(slugs);
  expect(isSlugOf(["", "-a", "a-", "a--b", "A", "å", "a b", "a_b", "a\n", "a/b", "a".repeat(101)])).toEqual([]);
});

it("every Norwegian tag is nb, and any other is its language", () => {
  const tags = { no: "nb", nn: "nb", "NB-no": "nb", "nn-NO": "nb", "sv-FI": "sv", EN: "en", de: "de" };
  expect(Object.keys(tags).map(localeOfTag)).toEqual(Object.values(tags));
  expect(["en", "", "EN", "no", "en-GB", "toString", undefined].filter(isLocale)).toEqual(["en"]);
});

it("webhookFormatOf recognises Slack and Discord by host, and returns standard for any other", () => {
  const formats = {
    "https://hooks.slack.com/services/x": "slack",
    "https://hooks.slack-gov.com/services/x": "slack",
    "https://discord.com/api/webhooks/1/x": "discord",
    "https://ptb.discordapp.com/api/webhooks/1/x?thread_id=2": "discord",
    "https://discord.com/api/webhooks/1/x/slack": "slack",
    "https://discord.com/slack/1": "discord",
    "https://xhooks.slack.com/x": "standard",
    "https://hooks.slackxcom.example/x": "standard",
    "https://hooks.slack.com.evil.example/x": "standard",
    "https://notdiscord.com/x": "standard",
    "https://discord.com.evil.example/x": "standard",
    "https://team.example/discord.com/slack": "standard",
  };
  const urls = Object.keys(formats);
  expect(Object.fromEntries(urls.map((url) => [url, webhookFormatOf(url)]))).toEqual(formats);
});
