import { takesPlace } from "../domain/event.js";
import { escapeMarkdown } from "../text/escaping.js";
import type { Translate } from "../text/translate.js";
import type { EventBoard, eventRow } from "./event-board.js";

export function eventBlocks({ upcoming, later, next, calendars }: EventBoard, mail: string, t: Translate): string[] {
  const rows = [...upcoming, ...later].map((row) => `- ${rowMarkdown(row, t)}`);
  const emptyText = next
    ? t("events:board.emptyUntil", { title: next.title, when: next.dateText })
    : t("events:board.empty");
  const calendarLinks = calendars.map(
    ({ city, address, webcal }) =>
      `- [${t("events:subscribe.city", { city })}](${address}), [${t("events:subscribe.open")}](${webcal})`,
  );
  const instructions = ["google", "apple", "outlook"].map(
    (app) => `- ${t(`events:subscribe.${app}`)}: ${t(`events:subscribe.${app}Instructions`)}`,
  );

  return [
    `## ${t("events:board.heading")}`,
    ...(rows.length > 0 ? [rows.join("\n")] : [emptyText, `${t("events:board.emptyHint")} [${mail}](mailto:${mail})`]),
    `## ${t("events:subscribe.heading")}`,
    t("events:subscribe.text"),
    calendarLinks.join("\n"),
    `${t("events:subscribe.instructions")}:\n\n${instructions.join("\n")}`,
    t("events:subscribe.unsubscribe"),
  ];
}

export function rowMarkdown(
  { record, audience, change, theme, signUp, action }: ReturnType<typeof eventRow>,
  t: Translate,
): string {
  const { dateText, title, path, venue, status, attendance, price, recurring, summary } = record;
  const hybridNote = attendance === "hybrid" ? `, ${t("events:board.hybrid")}` : "";
  const place = venue ? `${venue.name}, ${venue.city}${hybridNote}` : t("events:board.online");
  const tentative = status === "tentative" ? t("events:board.tentative") : "";
  const when = takesPlace(record) ? dateText : `~~${dateText}~~`;
  return [
    `**${when}**: [${escapeMarkdown(title)}](${path}). ${escapeMarkdown(place)}. ${audience}.`,
    !recurring && escapeMarkdown(summary),
    price && `${price.text}.`,
    escapeMarkdown(theme),
    tentative,
    signUp && `${signUp}.`,
    escapeMarkdown(change),
    action && `[${action.label}](${record.actionPath})`,
  ]
    .filter(Boolean)
    .join(" ");
}
