import { expect, it } from "@jest/globals";
import { createMailDelay } from "../../src/letters/mail-delay.js";

const MINUTE_MS = 60_000;

it("mails of a network with many submissions are delayed more and more, and others not at all", () => {
  let now = Date.parse("2027-01-01T12:00:00Z");
  const delay = createMailDelay(() => now);
  const minutes = (count: number, network: string) => Array.from({ length: count }, () => delay(network) / MINUTE_MS);

  expect(minutes(23, "2001:db8::/48").slice(18)).toEqual([0, 0, 10, 20, 30]);
  expect(minutes(1, "192.0.2.0/24")).toEqual([0]);
  expect(minutes(100, "2001:db8::/48").at(-1)).toBe(360);
  now += 60 * MINUTE_MS;
  expect(minutes(1, "2001:db8::/48")).toEqual([0]);
  minutes(30, "2001:db8::/48");
  now -= 365 * 24 * 60 * MINUTE_MS;
  expect(minutes(1, "2001:db8::/48")).toEqual([0]);
});
