import { expect } from "@jest/globals";
import supertest from "supertest";
import { forEvery } from "./support/for-every.js";
import { BASE_URL, site } from "./support/site.js";
import { languages } from "./support/specified-pages.js";

const { get, listener } = site();
const client = supertest(listener);

const textOf = async (language: string, selector: string) => {
  const { $ } = await get(`/${language}/developer`);
  return $(selector)
    .map((_, code) => $(code).text().trim())
    .get();
};

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

forEvery(languages)(
  "the page for developers has commands that work unchanged, and shows what the first gets",
  async (language) => {
    const commands = await textOf(language, "pre code:not(.language-json)");
    const sent: any[] = [];
    expect(commands.length).toBeGreaterThan(7);
    for (const command of commands) {
      const src = /^<.* src="([^"]+)"/s.exec(command)?.[1]?.replaceAll("&amp;", "&");
      const { status, text } = src ? await get(src.slice(BASE_URL.length)) : await run(command);
      const isWrong = command.includes("limit=0");
      expect({ command, status }).toEqual({ command, status: isWrong ? 400 : 200 });
      if (isWrong) expect(Object.keys(JSON.parse(text).details)).toEqual(["concept", "limit"]);
      if (command.includes("from=2027")) expect(JSON.parse(text).events.length).toBeGreaterThan(5);
      if (command === commands[0]) sent.push(JSON.parse(text));
    }
    const [example] = await textOf(language, "pre code.language-json");
    const keysOf = ({ links, events: [event], ...list }: any) => [links, event, list].map(Object.keys);
    const shown = keysOf(JSON.parse(example!)).map((keys) => expect.arrayContaining(keys));
    expect(keysOf(sent[0])).toEqual(shown);
  },
);
