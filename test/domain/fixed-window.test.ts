import { expect, it } from "@jest/globals";
import { fixedWindowLimiter } from "../../src/domain/fixed-window.js";

it("a limiter allows each key its number in each window, and logs once for each that reaches it", () => {
  let now = 1000;
  const logged: number[] = [];
  const log = () => logged.push(now);
  const { take, isReached } = fixedWindowLimiter(2, 100, () => now, log);
  const reached = () => ({ a: isReached("a"), b: isReached("b"), all: isReached() });
  for (now of [1000, 1100, 1200]) {
    expect({ now, ...reached() }).toEqual({ now, a: false, b: false, all: false });
    expect([..."aaab"].map(take)).toEqual([true, true, false, true]);
    now += 99;
    expect({ now, ...reached() }).toEqual({ now, a: true, b: false, all: false });
  }
  expect([take(), take(), take()]).toEqual([true, true, false]);
  expect(logged).toEqual([1000, 1100, 1200, 1299]);
});
