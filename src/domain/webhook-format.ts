export type WebhookFormat = "standard" | "slack" | "discord";

/** Slack and Discord accept only a shape of their own, and verify no signature. */
export function webhookFormatOf(url: string): WebhookFormat {
  const { hostname, pathname } = new URL(url);
  if (/^hooks\.slack(?:-gov)?\.com$/.test(hostname)) return "slack";
  if (!/^(?:[\w-]+\.)?discord(?:app)?\.com$/.test(hostname)) return "standard";
  return pathname.endsWith("/slack") ? "slack" : "discord"; // Discord takes Slack's shape too
}

/** One, or two while one replaces the other, separated by a blank or comma. */
export function webhookSecrets(text: string): string[] {
  return text.trim().split(/\s*,\s*|\s+/);
}
