import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** How many MB are still used after some work, with what it returns. */
export function heapGrowth(work: () => unknown): { grown: number; result: unknown } {
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 1e6;
  };
  const before = used();
  const result = work();
  return { grown: used() - before, result };
}
