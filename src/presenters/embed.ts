import type { EmbedQuery } from "../contracts/event-query.js";
import type { City } from "../domain/city.js";
import { concepts } from "../domain/concept.js";
import { defaultLocale } from "../domain/locale.js";
import type { Services } from "../services.js";
import { eventRow } from "./event-board.js";

const DEFAULT_LIMIT = 5;

export function presentEmbed(
  city: City,
  { concept, limit = DEFAULT_LIMIT, locale }: EmbedQuery,
  services: Pick<Services, "agenda" | "clock" | "getFixedT" | "library" | "records">,
) {
  const { agenda, clock, getFixedT, library } = services;
  const current = agenda.current();
  const language = locale ?? defaultLocale;
  const t = getFixedT(language);
  const filter = { city: city.slug, concept, locale };
  const { occurrences } = current.search(filter, current.window(clock())!, limit);
  const { name } = concepts.find(({ code }) => code === concept) ?? library.organisation;
  return {
    language,
    t,
    heading: t("events:calendar.name", { name, city: city.names[language] }),
    rows: occurrences.map((occurrence) => eventRow(occurrence, language, services)),
  };
}
