import { viewIds } from "../addresses/sections.js";
import type { EventBoard, EventRow } from "../events/board.js";
import { takesPlace } from "../events/event.js";
import { escapeMarkdown } from "../text/escaping.js";
import type { Translate } from "../text/locale.js";
import type { MarkdownStyle } from "./markdown-document.js";

export function eventBlocks(
  { ahead, next, calendars }: Pick<EventBoard, "ahead" | "next" | "calendars">,
  { t, mail, writeHeading, opensCalendars }: MarkdownStyle,
): string[] {
  const rows = ahead.map((row) => `- ${rowMarkdown(row, t)}`);
  const emptyText = next
    ? t("events:board.emptyUntil", { title: next.title, when: next.dateText })
    : t("events:board.empty");
  const calendarLinks = calendars.map(({ city, path, webcal }) => {
    const link = `- [${t("events:subscribe.city", { city })}](${path})`;
    return opensCalendars ? `${link}, [${t("events:subscribe.open")}](${webcal})` : link;
  });
  const instructions = ["google", "apple", "outlook"].map(
    (app) => `- ${t(`events:subscribe.${app}`)}: ${t(`events:subscribe.${app}Instructions`)}`,
  );

  return [
    ...(rows.length > 0 ? [rows.join("\n")] : [emptyText, `${t("events:board.emptyHint")} [${mail}](mailto:${mail})`]),
    writeHeading(2, t("events:subscribe.heading"), viewIds.subscribe),
    t("events:subscribe.text"),
    calendarLinks.join("\n"),
    `${t("events:subscribe.instructions")}:\n\n${instructions.join("\n")}`,
    t("events:subscribe.unsubscribe"),
  ];
}

export function rowMarkdown({ record, audience, change, theme, host, signUp, action }: EventRow, t: Translate): string {
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
    escapeMarkdown(host),
    tentative,
    signUp && `${signUp}.`,
    escapeMarkdown(change),
    action && `[${action.label}](${record.actionPath})`,
  ]
    .filter(Boolean)
    .join(" ");
}
