import { expect, it } from "@jest/globals";
import { webhookFormatOf } from "../../src/letters/webhook.js";
import { eventIdOf } from "../../src/storage/submission.js";
import { localeOfTag } from "../../src/text/locale.js";

it("every Norwegian tag is nb, any other known one its language", () => {
  const tags = { no: "nb", nn: "nb", "NB-no": "nb", "nn-NO": "nb", "sv-FI": "sv", EN: "en", de: undefined };
  expect(Object.keys(tags).map(localeOfTag)).toEqual(Object.values(tags));
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

it("a submission is about the chosen date, or else the one in its link", () => {
  expect(eventIdOf({ date: "a-2027-01-01", event: "b-2027-01-01" })).toBe("a-2027-01-01");
  expect(eventIdOf({ date: "", event: "b-2027-01-01" })).toBe("b-2027-01-01");
  expect(eventIdOf({ date: "", event: "" })).toBeUndefined();
});
