import { afterEach, beforeAll, beforeEach, expect, jest } from "@jest/globals";
import { chatSite, KEY } from "./chat.js";
import { fakeMistral, says } from "./fake-mistral.js";

/** A fake Mistral for the tests of a file, and sites that ask it; none may write to the console. */
export async function mistralSites() {
  const mistral = await fakeMistral();
  const consoles = (["log", "warn", "error"] as const).map((name) =>
    jest.spyOn(console, name).mockImplementation(() => {}),
  );
  beforeEach(() => mistral.does(says("Hello", " [there](/en/about", ").")));
  afterEach(() => {
    for (const spy of consoles) expect(spy).not.toHaveBeenCalled();
  });

  const withMistral = (given: Parameters<typeof chatSite>[0] = {}, variables: NodeJS.ProcessEnv = {}) =>
    chatSite(given, { MISTRAL_API_KEY: KEY, MISTRAL_BASE_URL: mistral.baseUrl, ...variables });
  /** Loads the AI SDK, which can take longer than the shortened limits of a test. */
  beforeAll(async () => void (await (await withMistral()).ask("?")));
  return { mistral, withMistral };
}

/** A message to MCP that asks Dialogue. */
export const ASK_MCP = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "ask_dialogue", arguments: { question: "?" } },
});
