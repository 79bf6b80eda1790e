import { expect, it } from "@jest/globals";
import { fixedWindowLimiter } from "../../src/http/limits.js";

it("a limiter allows each key its number in each window, and logs once for each that reaches it", () => {
  let now = 1000;
  const logged: number[] = [];
  const { take, isReached } = fixedWindowLimiter(
    2,
    100,
    () => now,
    () => logged.push(now),
  );
  for (now of [1000, 1100, 1200]) {
    expect([..."aaab", undefined].map(take)).toEqual([true, true, false, true, true]);
    now += 99;
    expect([..."ab", undefined].map(isReached)).toEqual([true, false, false]);
  }
  expect(logged).toEqual([1000, 1100, 1200]);
});
