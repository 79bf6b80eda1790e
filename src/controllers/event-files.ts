import type { Request, Response } from "express";
import { sendWithEtag } from "../http/etag.js";
import { calendarOfOccurrence } from "../presenters/calendar.js";
import type { Services } from "../services.js";
import { setCalendarHeaders } from "./calendars.js";
import { findOccurrence } from "./events.js";

/** One event as an iCalendar file. */
export function eventFilesController(services: Pick<Services, "agenda" | "config" | "getFixedT" | "records">) {
  return {
    async show(request: Request<{ id: string }>, response: Response) {
      const { icalendar } = await import("../formats/icalendar.js"); // not needed at start
      const { occurrence, locale } = findOccurrence(request, services);
      const file = calendarOfOccurrence(occurrence, locale, services);
      sendWithEtag(setCalendarHeaders(response, file), icalendar(file.calendar));
    },
  };
}
