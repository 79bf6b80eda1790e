export type WebhookFormat = "standard" | "slack" | "discord";

/** Slack and Discord accept only a shape of their own, and verify no signature. */
export function webhookFormatOf(url: string): WebhookFormat {
  const { hostname, pathname } = new URL(url);
  if (/^hooks\.slack(?:-gov)?\.com$/.test(hostname)) return "slack";
  if (!/^(?:[\w-]+\.)?discord(?:app)?\.com$/.test(hostname)) return "standard";
  return pathname.endsWith("/slack") ? "slack" : "discord"; // Discord takes Slack's shape too
}
