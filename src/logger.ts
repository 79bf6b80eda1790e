import { type Logger, pino } from "pino";

/** Of lines that nobody takes; later ones are lost. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * JSON lines on standard output. Where that is a full disk, a closed pipe or one that nobody reads, the site goes on;
 * with the last, a stop waits until the reader is gone.
 */
export function createLogger(level: string): Logger {
  const output = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING_BYTES });
  const flushSync = output.flushSync.bind(output);
  let written = true;
  output.on("error", () => (written = false)).on("write", () => (written = true));
  output.flushSync = () => written && flushSync(); // on a full disk it would try for ever, and the process never end

  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, output);
}
