import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { askDialogue, get, start } from "../../support/server.js";
import { newFolder } from "../../support/store.js";

/**
 * Returns the longest block of the event loop since the previous call, in milliseconds of CPU, which other programs on
 * the machine do not lengthen.
 */
const loopDelay = `let before = process.cpuUsage();
let blocked = 0;
setInterval(() => {
  const { user, system } = process.cpuUsage(before);
  before = process.cpuUsage();
  blocked = Math.max(blocked, (user + system) / 1000);
}, 2).unref();
process.on("SIGUSR2", () => {
  process.stderr.write(JSON.stringify({ blocked }) + "\\n");
  blocked = 0;
})`;
const command = `exec node --import 'data:text/javascript,${encodeURIComponent(loopDelay)}' dist/server.js`;

export interface Cost {
  /** The longest block of the event loop, in milliseconds of CPU. */
  readonly blocked: number;
  /** Growth of resident memory at its peak, in MB. */
  readonly grown: number;
}

/** The built site as it is deployed behind one proxy, with Dialogue loaded. */
export async function attackedSite(variables: Record<string, string> = {}) {
  const deployed = { NODE_ENV: "production", MALLOC_ARENA_MAX: "1", BASE_URL: "https://www.forcommerce.example" };
  const server = await start({ ...deployed, TRUST_PROXY: "1", DATA_DIR: newFolder(), ...variables }, { command });
  const { port, child, output } = server;
  for (const path of ["/en", "/sv", "/nb", "/en/contact", "/api/events?limit=200"]) await get(port, path);
  await askDialogue(port, "When do you meet?", "203.0.113.1");
  for (let quiet = 0, before = cpuTicks(); quiet < 3; before = cpuTicks()) {
    await wait(500); // loading Dialogue blocks the event loop too
    quiet = cpuTicks() - before < 5 ? quiet + 1 : 0;
  }

  function cpuTicks(): number {
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return Number(fields[11]) + Number(fields[12]);
  }
  const peak = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))![1]) / 1024;
  async function blocked(): Promise<number> {
    output.error = "";
    child.kill("SIGUSR2");
    while (!output.error.endsWith("\n")) await wait(5);
    return (JSON.parse(output.error) as { blocked: number }).blocked;
  }

  return {
    ...server,
    /** Runs an attack and returns its cost, which is printed under the name. */
    async cost(name: string, attack: () => Promise<unknown>): Promise<Cost> {
      const before = server.memory();
      writeFileSync(`/proc/${child.pid}/clear_refs`, "5"); // the peak counts from here
      await blocked();
      await attack();
      const cost = { blocked: await blocked(), grown: peak() - before };
      process.stdout.write(`${name}: blocked ${cost.blocked.toFixed(0)} ms, memory +${cost.grown.toFixed(0)} MB\n`);
      return cost;
    },
  };
}
