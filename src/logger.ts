import { type Logger, pino } from "pino";

/** Lines beyond this are dropped while stdout is not read. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** The site keeps running if stdout is a full disk, a closed pipe or one that nobody reads. */
export function createLogger(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING_BYTES });
  const flushSync = output.flushSync.bind(output);
  let written = true;
  output.on("error", () => (written = false)).on("write", () => (written = true));
  output.flushSync = () => written && flushSync(); // on a full disk it would retry forever

  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
}
