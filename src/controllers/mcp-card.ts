import type { Request, Response } from "express";
import { neverExpires } from "../domain/expiring.js";
import { defaultLocale } from "../domain/locale.js";
import { aiCatalog } from "../formats/ai-catalog.js";
import { mcpServerCard, SERVER_CARD_TYPE } from "../formats/mcp-server-card.js";
import { mcpIdentity } from "../mcp/identity.js";
import type { Services } from "../services.js";
import { api, files } from "../site/paths.js";

/** Announces the MCP server to programs that look for one. */
export function mcpCardController({ library, config, getFixedT }: Pick<Services, "config" | "getFixedT" | "library">) {
  const { host, ...identity } = mcpIdentity(config.baseUrl);
  const url = (path: string) => config.baseUrl + path;

  return {
    catalog(_request: Request, response: Response) {
      response.type("application/ai-catalog+json");
      return neverExpires(JSON.stringify(aiCatalog(host, [{ name: identity.name, url: url(files.mcpServerCard) }])));
    },

    show(_request: Request, response: Response) {
      response.type(SERVER_CARD_TYPE);
      const title = library.organisation.name;
      const description = getFixedT(defaultLocale)("llms:serverCard", { name: title });
      const card = mcpServerCard({ ...identity, title, description, websiteUrl: config.baseUrl, url: url(api.mcp) });
      return neverExpires(JSON.stringify(card));
    },
  };
}
