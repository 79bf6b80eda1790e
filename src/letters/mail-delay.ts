import { fixedWindowCounter } from "../domain/fixed-window.js";
import { HOUR_MS, MINUTE_MS } from "../domain/wall-clock.js";

/** Many visitors can sign up over one Wi-Fi on the same evening. */
const UNDELAYED_MAILS = 20;
const STEP_MS = 10 * MINUTE_MS;
const MAX_MAIL_DELAY_MS = 6 * HOUR_MS;

/** Mails are sent in order of due time, so a network that sends many forms in an hour does not delay others. */
export function createMailDelay(clock: () => number): (network: string) => number {
  const mails = fixedWindowCounter(HOUR_MS, clock);
  return (network) => Math.min(Math.max(mails.increment(network) - UNDELAYED_MAILS, 0) * STEP_MS, MAX_MAIL_DELAY_MS);
}
