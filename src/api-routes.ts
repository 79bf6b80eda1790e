import { Router } from "express";
import { api, calendarPath, machineFiles } from "./addresses/paths.js";
import { calendarsController, extensionOf } from "./controllers/calendars.js";
import { chatController } from "./controllers/chat.js";
import { eventsController } from "./controllers/events.js";
import { feedController } from "./controllers/feed.js";
import { healthController } from "./controllers/health.js";
import { machineFilesController } from "./controllers/machine-files.js";
import { mcpController } from "./controllers/mcp.js";
import { redirectToCity } from "./controllers/redirects.js";
import { addReadRoute, methodNotAllowed } from "./http/allowed-methods.js";
import { rejectTooManyHeaders, requireHttps } from "./http/checks.js";
import { cors, corsOfAgents, withCors } from "./http/cors.js";
import { notFound, sendErrorsAsJson } from "./http/errors.js";
import { redirectTo, rejectMalformedPath, withoutNeedlessSlashes } from "./http/paths.js";
import type { FindResource } from "./http/resource.js";
import { serve } from "./http/serve.js";
import type { Site } from "./site.js";

/** For programs: errors are JSON, and scripts of any site can read the responses, but for Dialogue's. */
export function apiRoutes(site: Site): Router {
  const { config, getFixedT, logger, responseCache } = site;
  const chat = chatController(site);
  const calendars = calendarsController(site);
  const events = eventsController(site);
  const sendOnly = methodNotAllowed("POST, OPTIONS");
  const cached = <Params>(find: FindResource<Params>) => serve(responseCache, withCors(find));

  const router = Router({ strict: true, caseSensitive: true });
  router.use(rejectTooManyHeaders);
  router.use(api.health, cors);
  addReadRoute(router, api.health, healthController(site)); // hosts ask by plain http
  router.post(api.chat, chat.create); // checks https itself, to answer a form with what was typed

  router.use(requireHttps(config.baseUrl));
  router.all(api.chat, sendOnly);
  addReadRoute(router, `${api.chat}/*id/stream`, chat.resume);
  const mcp = mcpController(site, chat.limit);
  router.route(api.mcp).all(corsOfAgents(config.baseUrl)).post(mcp.create).all(sendOnly);
  router.use(api.assistant, notFound);

  router.use(cors, rejectMalformedPath, redirectTo(withoutNeedlessSlashes));
  addReadRoute(router, api.events, cached(events.index));
  addReadRoute(router, `${api.events}/:id.ics`, cached(events.file));
  addReadRoute(router, `${api.events}/:id`, cached(events.show));
  addReadRoute(router, `${api.calendar}{.ics}`, cached(calendars));
  const toCalendar = redirectToCity(site, (city, request) => calendarPath(city, {}, extensionOf(request)));
  addReadRoute(router, `${api.calendar}/:city{.ics}`, toCalendar, cached(calendars));
  addReadRoute(router, machineFiles.feed, cached(feedController(site)));
  for (const [path, file] of Object.entries(machineFilesController(site))) addReadRoute(router, path, cached(file));
  const toSecurity = redirectTo(() => machineFiles.security);
  addReadRoute(router, machineFiles.legacySecurity, toSecurity);

  router.use(notFound, sendErrorsAsJson(logger, getFixedT));
  return router;
}
