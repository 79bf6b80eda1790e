import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// V8 collects garbage earlier. The first flag saves 35 to 110 MB of resident memory after load, the second 24 to 28 MB
// more. Set before the modules are loaded, they save another 12 MB at start.
setFlagsFromString("--heap-growing-percent=50");
setFlagsFromString("--semi-space-growth-factor=1");
await import("./process.js");

// The JSON of much content is garbage once it is parsed, and V8 would keep it until many requests later.
if (process.memoryUsage().heapUsed > 100_000_000) {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}
