/** From the start of the process to its first 200: wall time of the site ÷ a bare node:http program's. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { freePort } from "../support/free-port.js";
import { answering, bareProgram, deployed, median, quick, type Row, siteProgram } from "./compare.js";

const STARTS = quick ? 3 : 15;

export const rows: readonly Row[] = ["/en", "/healthz"].map((path) => ({
  figure: `start to the first 200 of \`${path}\``,
  most: 3,
  unit: "×",
  async measure() {
    const times = { site: [] as number[], bare: [] as number[] };
    for (let turn = 0; turn <= STARTS; turn++) {
      const bare = await timeToFirst(bareProgram, path);
      const site = await timeToFirst(siteProgram, path);
      if (turn === 0) continue; // reads the files from the disk
      times.bare.push(bare);
      times.site.push(site);
    }
    const [over, under] = [median(times.site), median(times.bare)];
    return { value: over / under, detail: `${over.toFixed(0)} ms, bare ${under.toFixed(0)} ms` };
  },
}));

/** Milliseconds. */
export async function timeToFirst(program: string, path: string): Promise<number> {
  const port = await freePort();
  const env = deployed({ PORT: String(port) });
  const began = performance.now();
  const child = spawn(process.execPath, [program], { env, stdio: "ignore" });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  await answering(child, port, path);
  const time = performance.now() - began;
  kill();
  await once(child, "exit");
  process.off("exit", kill);
  return time;
}
