import * as z from "zod";
import { VERSION } from "../addresses/paths.js";
import { chatAnswer, chatRequest } from "../dialogue/chat-request.js";
import {
  calendarQuery,
  eventAnswer,
  eventList,
  eventLocaleQuery,
  eventQuery,
  presentEventList,
} from "../events/api.js";
import { apiEvent } from "../events/record.js";
import { errorSchema } from "../http/errors.js";
import { schemaOptions } from "../http/query.js";
import type { Site } from "../site.js";
import { defaultLocale } from "../text/locale.js";

/** views/documents/openapi.njk with the parameters and schemas by which requests are checked and answers are typed. */
export function apiDescription(site: Site): string {
  const { cities, citiesText } = site.library;
  const list = presentEventList({ limit: 1 }, site);
  const [event = null] = list.events;
  const id = pathParameter("id", "The event's id.", event?.id);
  const citySlug = `The city's slug: ${citiesText}. Other spellings redirect to it.`;
  const city = pathParameter("city", citySlug, cities[0]?.slug);
  const ofLocale = queryParameters(eventLocaleQuery);
  const ofCalendar = queryParameters(calendarQuery);
  const description = "The language of errors that are found before the body is read.";
  return site.renderText("documents/openapi.njk", defaultLocale, {
    version: VERSION,
    citiesText,
    list,
    event,
    ofList: queryParameters(eventQuery),
    ofEvent: [id, ...ofLocale],
    ofCalendar,
    ofCityCalendar: [city, ...ofCalendar],
    ofChat: ofLocale.map((parameter) => ({ ...parameter, description })),
    schemas: componentSchemas(),
  });
}

function pathParameter(name: string, description: string, example: string | undefined) {
  return { name, in: "path", required: true, description, example, schema: { type: "string" } };
}

function queryParameters(query: z.ZodObject) {
  const { properties = {} } = z.toJSONSchema(query, schemaOptions);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as z.core.JSONSchema.JSONSchema;
    return { name, in: "query", description, schema };
  });
}

function componentSchemas() {
  const registry = z.registry<{ id: string }>();
  registry.add(apiEvent, { id: "Event" });
  registry.add(eventList, { id: "EventList" });
  registry.add(eventAnswer, { id: "EventAnswer" });
  registry.add(chatRequest, { id: "ChatRequest" });
  registry.add(chatAnswer, { id: "ChatAnswer" });
  registry.add(errorSchema, { id: "Error" });
  const { schemas } = z.toJSONSchema(registry, schemaOptions);
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]));
}
