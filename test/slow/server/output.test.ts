/** The server survives a log that cannot be written. */
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { freePort } from "../../support/listen.js";
import { get, start } from "../../support/server.js";

it.each([
  ["on a full disk", "exec node dist/server.js >/dev/full"],
  ["closed by its reader", "exec node dist/server.js > >(head -n 1 >&2)"],
  ["that nobody reads, until its reader ends", "exec node dist/server.js > >(exec sleep 30 >/dev/null 2>&1)"],
])(
  "the server answers, and stops with code 0, with a log %s",
  async (_what, command) => {
    const port = await freePort();
    const { child, ended } = await start({ PORT: String(port) }, { command });
    const agent = new Agent({ keepAlive: true });
    const status = async (path: string) => (await get(port, path, agent).catch(() => undefined))?.status;
    for (let times = 0; (await status("/en")) !== 200 && times < 400; times++) await wait(50);
    for (let index = 0; index < 600; index++) await status(`/en/no-such-page-${"x".repeat(190)}`); // more than the buffer of a pipe
    expect(await status("/en")).toBe(200);
    agent.destroy();
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  },
  300_000,
); // without an end it would wait for ever
