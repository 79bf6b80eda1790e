/** `npm run dev`, while files are edited. */
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { copyOf } from "../../support/folders.js";
import { get, runNode, start } from "../../support/processes.js";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

it("a change shows at once; a mistake is listed in the terminal, and the site stays as it was; the content check still compares with the build", async () => {
  const { folder, change } = copyOf(".");
  const { child, ended, lines, output } = await start({}, { command: `exec node_modules/.bin/${scripts.dev}`, folder });
  let starts = 0;
  const pageAfterStart = async () => {
    const listening = () => lines().filter(({ msg }) => msg === "listening");
    for (const end = Date.now() + 30_000; listening().length <= starts && Date.now() < end; ) await wait(50);
    const { status, text } = await get(listening()[starts]!.address.port, "/en/legal/privacy");
    starts += 1;
    return { status, text };
  };
  try {
    const first = await pageAfterStart();
    expect(first.status).toBe(200);
    const view = "views/pages/home/show.njk";
    const mistakes: [file: string, right: string, wrong: string, listed: string][] = [
      ["content/facts.json", "{", "{,", "content/facts.json:1: is not JSON"],
      ["locales/sv/site.json", "{", "{,", "locales/sv/site.json:1: is not JSON"],
      [view, "{%", "{% nonsense %}{%", `${view}:2:4: unknown block tag: nonsense`],
      ["public/styles/site.css", "{", "{ colr: red;", 'ERROR: "colr"'],
    ];
    for (const [file, right, wrong, listed] of mistakes) {
      change(file, (text) => text.replace(right, wrong));
      expect(await pageAfterStart()).toEqual(first);
      expect(output.error).toContain(listed);
      expect(output.error.trim()).toMatch(/\nThe site stays as it was until this is fixed\.$/);
      change(file, (text) => text.replace(wrong, right));
      expect(await pageAfterStart()).toEqual(first);
    }
    change("content/pages/privacy/en.md", (text) => text.replace(/^heading: .*$/m, "heading: What we keep"));
    expect((await pageAfterStart()).text).toContain("What we keep</h1>");
    const event = "content/events/after-commerce-gothenburg/event.json";
    change(event, (text) => text.replaceAll("T20:00", "T20:30"));
    await pageAfterStart();
    const { stderr } = await runNode(["dist/commands/check-content.js"], {}, folder);
    expect(stderr).toContain(`${event} · updated: must be later`);
  } finally {
    child.kill(); // the watcher ends the site
    await ended;
  }
});
