/** Who the MCP server is; small, because every start loads it. */
export interface McpIdentity {
  /** Reverse DNS, a slash, and a name. */
  readonly name: string;
  readonly host: string;
  readonly version: string;
  readonly protocolVersions: readonly string[];
}

const NAME = "site";

export function mcpIdentity(baseUrl: string): McpIdentity {
  const host = new URL(baseUrl).hostname.replace(/[^a-z0-9.-]/g, "");
  return {
    name: `${host.split(".").reverse().join(".")}/${NAME}`,
    host,
    version: "1.0.0",
    protocolVersions: ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"],
  };
}
