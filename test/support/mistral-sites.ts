import { afterEach, beforeAll, beforeEach, expect, jest } from "@jest/globals";
import { chatSite, KEY } from "./chat.js";
import { fakeMistral, says } from "./fake-mistral.js";

const question = { name: "ask_dialogue", arguments: { question: "?" } };
/** A question to Dialogue through MCP. */
export const ASK_MCP = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: question });

/** A fake Mistral, and sites that ask it. A test fails if anything writes to the console. */
export async function mistralSites() {
  const mistral = await fakeMistral();
  const withMistral = (given: Parameters<typeof chatSite>[0] = {}, variables: NodeJS.ProcessEnv = {}) =>
    chatSite(given, { MISTRAL_API_KEY: KEY, MISTRAL_BASE_URL: mistral.baseUrl, ...variables });

  const consoles = (["log", "warn", "error"] as const).map((name) =>
    jest.spyOn(console, name).mockImplementation(() => {}),
  );
  beforeAll(async () => {
    const { ask } = await withMistral();
    await ask("?"); // loads the AI SDK, which can take longer than the shortened limits of a test
  });
  beforeEach(() => mistral.does(says("Hello", " [there](/en/about)", ".")));
  afterEach(() => {
    for (const spy of consoles) expect(spy).not.toHaveBeenCalled();
  });
  return { mistral, withMistral };
}
