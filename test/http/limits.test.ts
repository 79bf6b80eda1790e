/** A rate limit by the clock; test/slow/redis has those in Redis, test/forms/guard what is far beyond a limit. */
import { expect, it, jest } from "@jest/globals";
import { limitRate } from "../../src/http/rate-limit.js";
import { serve } from "../support/serve.js";

const start = Date.now();
const now = jest.spyOn(Date, "now").mockReturnValue(start);

it("a rate limit lasts one window from the first request", async () => {
  const client = serve(...limitRate({ name: "x", requests: 1 }, undefined));
  const seen: object[] = [];
  for (const seconds of [0, 0, 30, 59.5, 60]) {
    now.mockReturnValue(start + seconds * 1000);
    const { status, headers } = await client.get("/");
    seen.push({ seconds, status, wait: headers["retry-after"] });
  }
  expect(seen).toEqual([
    { seconds: 0, status: 200 },
    { seconds: 0, status: 429, wait: "60" },
    { seconds: 30, status: 429, wait: "30" },
    { seconds: 59.5, status: 429, wait: "1" },
    { seconds: 60, status: 200 },
  ]);
});
