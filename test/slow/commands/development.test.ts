/** `npm run dev`, while files are edited. */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { copyOf } from "../../support/content-copy.js";
import { parsed } from "../../support/html.js";
import { get, start } from "../../support/server.js";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

it("a mistake in content shows on each page, above the content of the last build, until it is mended", async () => {
  const { folder, change } = copyOf(".");
  const { child, ended, lines, output } = await start({}, { command: `exec node_modules/.bin/${scripts.dev}`, folder });
  const pageOfStart = async (count: number) => {
    const listening = () => lines().filter(({ msg }) => msg === "listening");
    for (const end = Date.now() + 30_000; listening().length < count && Date.now() < end; ) await wait(50);
    const { $, status, text } = parsed(await get(listening()[count - 1]!.address.port, "/en/legal/privacy"));
    return { status, alert: $("body > pre[role=alert]").text(), rest: text.replace(/<pre role.*?<\/pre>/s, "") };
  };
  try {
    const right = await pageOfStart(1);
    expect(right).toMatchObject({ status: 200, alert: "" });
    change("content/facts.json", (text) => text.replace("{", "{,"));
    const alert = expect.stringMatching(/content of the last build.*\n.*content\/facts\.json:1: is not JSON/);
    expect(await pageOfStart(2)).toEqual({ ...right, alert });
    expect(output.error).toEqual(alert);
    change("content/facts.json", (text) => text.replace("{,", "{"));
    expect(await pageOfStart(3)).toEqual(right);
  } finally {
    child.kill(); // the watcher ends the site
    await ended;
  }
});
