const HOUR_MS = 60 * 60 * 1000;
/** So many mails of one network are sent at once: many may sign up by one Wi-Fi on the same evening. */
const UNDELAYED = 20;
const STEP_MS = 10 * 60 * 1000;
export const MAX_MAIL_DELAY_MS = 6 * HOUR_MS;

/**
 * How many milliseconds later the mail about a submission is due, by the network it came from. Mails are sent in the
 * order in which they are due, so those of a network that sends many forms within an hour wait for everybody else's.
 */
export function createMailDelay(clock: () => number): (network: string) => number {
  let counts = new Map<string, number>();
  let began = clock();
  return (network) => {
    const now = clock();
    if (now >= began + HOUR_MS || now < began) [began, counts] = [now, new Map()];
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    return Math.min(Math.max(count - UNDELAYED, 0) * STEP_MS, MAX_MAIL_DELAY_MS);
  };
}
