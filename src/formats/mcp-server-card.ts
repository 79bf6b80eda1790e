/** How an MCP server is found before a client connects (SEP-2127, Server Card extension of MCP). */
interface ServerCard {
  readonly name: string;
  readonly title: string;
  /** At most 100 characters. */
  readonly description: string;
  readonly version: string;
  readonly websiteUrl: string;
  readonly url: string;
  readonly protocolVersions: readonly string[];
}

export const SERVER_CARD_TYPE = "application/mcp-server-card+json";

export function mcpServerCard({ url, protocolVersions, ...about }: ServerCard) {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    ...about,
    remotes: [{ type: "streamable-http", url, supportedProtocolVersions: protocolVersions }],
  };
}
