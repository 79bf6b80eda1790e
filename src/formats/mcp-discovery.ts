import { api, files } from "../site/paths.js";

export const SERVER_CARD_TYPE = "application/mcp-server-card+json";

const NAME = "site";
const hostOf = (baseUrl: string) => new URL(baseUrl).hostname.replace(/[^a-z0-9.-]/g, "");

/** The name is a host in reverse order, a slash, and a word. */
export const mcpIdentity = (baseUrl: string) => ({
  name: `${hostOf(baseUrl).split(".").reverse().join(".")}/${NAME}`,
  version: "1.0.0",
});

/** SEP-2127, Server Card extension of MCP; `description` has at most 100 characters. */
export function mcpServerCard(title: string, description: string, baseUrl: string) {
  const supportedProtocolVersions = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    ...mcpIdentity(baseUrl),
    title,
    description,
    websiteUrl: baseUrl,
    remotes: [{ type: "streamable-http", url: baseUrl + api.mcp, supportedProtocolVersions }],
  };
}

export function aiCatalog(baseUrl: string) {
  const identifier = `urn:air:${hostOf(baseUrl)}:mcp:${NAME}`;
  return {
    specVersion: "1.0",
    entries: [{ identifier, type: SERVER_CARD_TYPE, url: baseUrl + files.mcpServerCard }],
  };
}
