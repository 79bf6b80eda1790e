import type { Translate } from "../text/translate.js";
import type { EventRow } from "./event-board.js";

/** The first of these that takes a sign-up or an application from anyone, with the line that leads to it. */
export function nextDateIn(rows: readonly EventRow[], t: Translate, isCityPage: boolean) {
  const row = rows.find(({ action, record }) => action && record.audience !== "members");
  if (!row) return null;
  const { action, date, record, times } = row;
  const place = record.venue ? record.cityName : t("events:board.online");
  const day = `${date.weekday} ${date.dayAndMonth}, ${isCityPage ? times : place}`;
  return { path: record.path, action, label: t("events:date.next", { date: day }) };
}
