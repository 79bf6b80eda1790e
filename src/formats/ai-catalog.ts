import { SERVER_CARD_TYPE } from "./mcp-server-card.js";

/** The AI catalog of a host: where its server cards are. */
export function aiCatalog(host: string, cards: readonly { readonly name: string; readonly url: string }[]) {
  return {
    specVersion: "1.0",
    entries: cards.map(({ name, url }) => ({
      identifier: `urn:air:${host}:mcp:${name.split("/")[1]}`,
      type: SERVER_CARD_TYPE,
      url,
    })),
  };
}
