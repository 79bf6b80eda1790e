import type { Request, Response } from "express";
import { sendWithEtag } from "../http/etag.js";
import { calendarOfOccurrence } from "../presenters/calendar.js";
import type { Services } from "../services.js";
import { setCalendarHeaders } from "./calendars.js";
import { findOccurrence } from "./events.js";

export function eventFilesController(services: Pick<Services, "agenda" | "config" | "getFixedT" | "records">) {
  return {
    async show(request: Request<{ id: string }>, response: Response) {
      const { occurrence, locale } = findOccurrence(request, services);
      const file = await calendarOfOccurrence(occurrence, locale, services);
      sendWithEtag(setCalendarHeaders(response, file), file.text);
    },
  };
}
