import { expect, it } from "@jest/globals";
import { fixedWindowCounter, fixedWindowLimiter } from "../../src/domain/fixed-window.js";

it("each key has its own count until the window ends or the clock is set back", () => {
  let now = 1000;
  const { count, increment } = fixedWindowCounter(100, () => now);
  expect([count("a"), increment("a"), increment("a"), increment("b"), increment(), count()]).toEqual([
    0, 1, 2, 1, 1, 1,
  ]);

  now = 1099;
  expect([count("a"), count("b")]).toEqual([2, 1]);
  now = 1100;
  expect([count("a"), increment("a")]).toEqual([0, 1]);
  now = 1199;
  expect(count("a")).toBe(1);
  now = 1099;
  expect([count("a"), increment("a")]).toEqual([0, 1]);
  now = 1198;
  expect(count("a")).toBe(1);
  now = 1199;
  expect(count("a")).toBe(0);
});

it("a limiter allows its number in each window, and logs once in each window that reaches it", () => {
  let now = 0;
  let logged = 0;
  const limiter = fixedWindowLimiter(
    2,
    100,
    () => now,
    () => (logged += 1),
  );
  const takeThree = () => [
    limiter.isReached(),
    limiter.take(),
    logged,
    limiter.take(),
    limiter.isReached(),
    limiter.take(),
  ];

  expect([takeThree(), logged]).toEqual([[false, true, 0, true, true, false], 1]);
  now = 100;
  expect([takeThree(), logged]).toEqual([[false, true, 1, true, true, false], 2]);
});
