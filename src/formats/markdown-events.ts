/** The events that a page lists, as Markdown blocks: a list of dates, and the calendars they are in. */
import type { EventRecord } from "../contracts/event-record.js";
import { escapeMarkdown } from "../domain/escape-markdown.js";
import { isOff } from "../domain/event.js";
import type { Words } from "../domain/words.js";

export interface ListedEvents {
  readonly coming: readonly Row[];
  readonly later: readonly Row[];
  /** When nothing comes within twelve months: the first after them, or null. */
  readonly next: Pick<EventRecord, "title" | "dateText"> | null;
  readonly calendars: readonly { readonly city: string; readonly address: string; readonly webcal: string }[];
}

interface Row {
  readonly record: EventRecord;
  /** What has become of the date that was announced, and why; empty when nothing has. */
  readonly change: string;
  /** What its `actionUrl` is for; null where there is no next step, or no longer. */
  readonly action: { readonly label: string } | null;
}

export function eventBlocks({ coming, later, next, calendars }: ListedEvents, mail: string, words: Words): string[] {
  const rows = [...coming, ...later].map((row) => `- ${lineOf(row, words)}`);
  const none = next
    ? words("events:board.noneNext", { title: next.title, when: next.dateText })
    : words("events:board.none");
  const feeds = calendars.map(
    ({ city, address, webcal }) =>
      `- [${words("events:subscribe.city", { city })}](${address}), [${words("events:subscribe.open")}](${webcal})`,
  );
  const ways = [
    `${words("events:subscribe.how")}:\n`,
    `- ${words("events:subscribe.google")}: ${words("events:subscribe.googleHow")}`,
    `- ${words("events:subscribe.apple")}: ${words("events:subscribe.appleHow")}`,
    `- ${words("events:subscribe.outlook")}: ${words("events:subscribe.outlookHow")}`,
  ];

  return [
    `## ${words("events:board.heading")}`,
    ...(rows.length > 0 ? [rows.join("\n")] : [none, `${words("events:board.noneDo")} [${mail}](mailto:${mail})`]),
    ...(feeds.length > 0
      ? [`## ${words("events:subscribe.heading")}`, words("events:subscribe.text"), feeds.join("\n"), ways.join("\n")]
      : []),
  ];
}

function lineOf({ record, change, action }: Row, words: Words): string {
  const { dateText, title, url, venue, status, attendance, price, recurring, summary } = record;
  const online = attendance === "hybrid" ? `, ${words("events:board.hybrid")}` : "";
  const place = venue ? `${venue.name}, ${venue.city}${online}` : words("events:board.online");
  const tentative = status === "tentative" ? words("events:board.tentative") : "";
  const when = isOff(record) ? `~~${dateText}~~` : dateText;
  return [
    `**${when}**: [${escapeMarkdown(title)}](${url}). ${escapeMarkdown(place)}.`,
    !recurring && escapeMarkdown(summary),
    price && `${price.text}.`,
    tentative,
    escapeMarkdown(change),
    action && `[${action.label}](${record.actionUrl})`,
  ]
    .filter(Boolean)
    .join(" ");
}
