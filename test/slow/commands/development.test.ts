/** `npm run dev`, while files are edited. */
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { copyOf } from "../../support/content-copy.js";
import { parsed } from "../../support/html.js";
import { get, start } from "../../support/server.js";

const command = "exec node --import tsx src/commands/development.ts";
const mistakes = [
  ["content/facts.json", (text: string) => text.replace("{", "{,"), "is not JSON"],
  ["content/pages/about/sv.md", (text: string) => text.replace("title:", "titel:"), 'did you mean "title"?'],
  ["content/pages/about/en.md", (text: string) => `${text}\n{{no.such-fact}}\n`, "is not a fact"],
  ["views/pages/legal/show.njk", (text: string) => `${text}{% if %}`, "unexpected token"],
  ["locales/nb/site.json", (text: string) => text.replace(/"skip": .*\n/, ""), "has no text"],
] as const;

it("a mistake leaves the pages as they were, with the problem at their top, until it is mended", async () => {
  const { folder, change } = copyOf(".");
  const { port } = await start({}, { command, folder });
  const right = await get(port, "/en/legal/privacy");
  const alertWhen = async (isShown: boolean) => {
    for (const end = Date.now() + 30_000; Date.now() < end; await wait(100)) {
      const { $, status, text } = parsed(await get(port, "/en/legal/privacy"));
      const alert = $("body > pre[role=alert]");
      if (alert.length > 0 === isShown)
        return { status, alert: alert.text(), rest: text.replace(/<pre.*?<\/pre>/s, "") };
    }
    throw new Error(isShown ? "no problem is shown" : "the problem is still shown");
  };
  for (const [file, spoil, message] of mistakes) {
    let before = "";
    change(file, (text) => {
      before = text;
      return spoil(text);
    });
    const shown = await alertWhen(true);
    expect(shown).toMatchObject({ status: 200, alert: expect.stringContaining(message), rest: right.text });
    expect(shown.alert).toContain(file.replace("views/", ""));
    change(file, () => before);
    expect(await alertWhen(false)).toMatchObject({ status: 200, rest: right.text });
  }
});
