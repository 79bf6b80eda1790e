import { expect, it } from "@jest/globals";
import { fixedWindowCounter, fixedWindowLimiter } from "../../src/domain/fixed-window.js";

it("each key has its own count until the window ends", () => {
  let now = 1000;
  const { count, increment } = fixedWindowCounter(100, () => now);
  increment("a");
  expect({ a: increment("a"), b: increment("b"), all: increment() }).toEqual({ a: 2, b: 1, all: 1 });

  const countsAt = (time: number) => {
    now = time;
    return { a: count("a"), b: count("b") };
  };
  expect(countsAt(1099)).toEqual({ a: 2, b: 1 });
  expect(countsAt(1100)).toEqual({ a: 0, b: 0 });
  increment("a");
  expect(countsAt(1199)).toEqual({ a: 1, b: 0 });
  expect(countsAt(1200)).toEqual({ a: 0, b: 0 });
});

it("a limiter allows its number in each window, and logs once in each window that reaches it", () => {
  let now = 0;
  const logged: number[] = [];
  const limiter = fixedWindowLimiter(
    2,
    100,
    () => now,
    () => logged.push(now),
  );
  for (now of [0, 100]) {
    expect(limiter.isReached()).toBe(false);
    expect({ first: limiter.take(), second: limiter.take(), third: limiter.take() }).toEqual({
      first: true,
      second: true,
      third: false,
    });
    expect(limiter.isReached()).toBe(true);
  }
  expect(logged).toEqual([0, 100]);
});
