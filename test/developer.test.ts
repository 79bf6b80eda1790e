import { describe, expect, it } from "@jest/globals";
import { BASE_URL, site } from "./support/site.js";
import { languages } from "./support/specified-pages.js";

const { client, get } = site();

const textOf = async (language: string, selector: string) => {
  const { $ } = await get(`/${language}/developer`);
  return $(selector)
    .map((_, code) => $(code).text().trim())
    .get();
};
const commandsOn = (language: string) => textOf(language, "pre code:not(.language-json)");

/** Sends the request of a curl command. Throws for an unknown option. */
function run(command: string) {
  const [, options = "", data, address = ""] =
    /^curl (?:-N )?((?:-H "[^"]+" )*)(?:-d '([^']+)' )?"([^"]+)"$/.exec(command) ?? [];
  expect({ command, origin: address.slice(0, BASE_URL.length + 1) }).toEqual({ command, origin: `${BASE_URL}/` });
  const headers = Object.fromEntries(
    [...options.matchAll(/-H "([^:]+): ([^"]+)"/g)].map((match) => [match[1]!, match[2]!]),
  );
  const path = address.slice(BASE_URL.length);
  return data === undefined ? get(path, headers) : client.post(path).set(headers).send(data);
}

describe.each(languages)("The page for developers in %s", (language) => {
  it("has commands that work unchanged", async () => {
    const commands = await commandsOn(language);
    expect(commands.length).toBeGreaterThan(7);
    for (const command of commands) {
      const src = /^<.* src="([^"]+)"/s.exec(command)?.[1]?.replaceAll("&amp;", "&");
      const { status, text } = src ? await get(src.slice(BASE_URL.length)) : await run(command);
      const isWrong = command.includes("limit=0");
      expect({ command, status }).toEqual({ command, status: isWrong ? 400 : 200 });
      if (isWrong) expect(Object.keys(JSON.parse(text).details)).toEqual(["concept", "limit"]);
      if (command.includes("from=2027")) expect(JSON.parse(text).events.length).toBeGreaterThan(5);
    }
  });

  it("shows a response with keys that its first request gets", async () => {
    const [request] = await commandsOn(language);
    const [shown] = await textOf(language, "pre code.language-json");
    const sent = JSON.parse((await run(request!)).text);
    const { events, links, ...example } = JSON.parse(shown!);
    expect(Object.keys(sent)).toEqual(expect.arrayContaining(Object.keys(example)));
    expect(Object.keys(sent.links)).toEqual(expect.arrayContaining(Object.keys(links)));
    expect(Object.keys(sent.events[0])).toEqual(expect.arrayContaining(Object.keys(events[0])));
  });
});
