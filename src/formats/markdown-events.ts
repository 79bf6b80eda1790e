/** The events that a page lists, as Markdown blocks: a list of dates, and the calendars they are in. */
import type { EventRecord } from "../contracts/event-record.js";
import type { Words } from "../domain/words.js";

export interface ListedEvents {
  readonly coming: readonly Row[];
  readonly later: readonly Row[];
  /** When nothing comes within twelve months: the first after them, in words, or null. */
  readonly next: string | null;
  readonly calendars: readonly { readonly city: string; readonly address: string }[];
}

interface Row {
  readonly record: EventRecord;
  /** What has become of the date that was announced, and why; empty when nothing has. */
  readonly change: string;
}

export function eventBlocks({ coming, later, next, calendars }: ListedEvents, words: Words): string[] {
  const rows = [...coming, ...later].map((row) => `- ${lineOf(row, words)}`);
  const none = next ? words("events:board.noneNext", { when: next }) : words("events:board.none");
  const feeds = calendars.map(({ city, address }) => `- [${words("events:subscribe.city", { city })}](${address})`);

  return [
    `## ${words("events:board.heading")}`,
    ...(rows.length > 0 ? [rows.join("\n")] : [none, words("events:board.noneDo")]),
    ...(feeds.length > 0
      ? [`## ${words("events:subscribe.heading")}`, words("events:subscribe.text"), feeds.join("\n")]
      : []),
  ];
}

function lineOf({ record, change }: Row, words: Words): string {
  const { dateText, title, url, venue, status } = record;
  const place = venue ? `${venue.name}, ${venue.city}` : words("events:board.online");
  const when = status === "cancelled" || status === "postponed" ? `~~${dateText}~~` : dateText;
  return [`**${when}**: [${title}](${url}). ${place}.`, change].filter(Boolean).join(" ");
}
