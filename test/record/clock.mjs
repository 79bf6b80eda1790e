/**
 * Loaded into the process that is recorded: its clock stands still at RECORD_NOW until the recorder sets it, and what
 * is random is the same in each run. Timers and performance.now() go on.
 */
import crypto from "node:crypto";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const RealDate = Date;
let now = RealDate.parse(process.env.RECORD_NOW);

globalThis.Date = new Proxy(RealDate, {
  apply: () => new RealDate(now).toString(),
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now] : given, newTarget),
  get: (target, name) => (name === "now" ? () => now : Reflect.get(target, name)),
});
RealDate.prototype.constructor = Date;

let drawn = 0;
function randomBytes(size, callback) {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 32) crypto.createHash("sha256").update(`${drawn++}`).digest().copy(bytes, at);
  return callback ? void process.nextTick(callback, null, bytes) : bytes;
}

function randomUUID() {
  const digits = randomBytes(16).toString("hex");
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}

crypto.randomBytes = randomBytes;
crypto.randomUUID = randomUUID;
globalThis.crypto.randomUUID = randomUUID;
Math.random = () => randomBytes(4).readUInt32LE() / 2 ** 32;

// The site takes no time before its build, and each build is made at another time.
const { statSync } = fs;
fs.statSync = (...given) => {
  const stats = statSync(...given);
  if (stats && stats.mtimeMs > now) stats.mtimeMs = 0;
  return stats;
};
syncBuiltinESMExports();

if (process.send) {
  process.on("message", (instant) => {
    now = instant;
    process.send("set");
  });
  process.on("disconnect", () => process.exit()); // the recorder has failed
  process.channel.unref();
}
