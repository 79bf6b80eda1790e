import { afterAll, expect, it } from "@jest/globals";
import fc from "fast-check";
import { chatProperties } from "./chat.js";
import { eventProperties } from "./events.js";
import { formProperties } from "./forms.js";
import { type FuzzedSite, fuzzedSite } from "./fuzzed-site.js";
import { pageProperties } from "./pages.js";
import { wireProperties } from "./wire-properties.js";

type Arbitraries<Inputs extends unknown[]> = { [Index in keyof Inputs]: fc.Arbitrary<Inputs[Index]> };

export interface Fuzz {
  readonly site: FuzzedSite;
  /** Checks a property with its share of all cases. */
  hold<Inputs extends [unknown, ...unknown[]]>(
    share: number,
    inputs: Arbitraries<Inputs>,
    property: (...inputs: Inputs) => Promise<void>,
  ): Promise<void>;
}

/** Property tests of the whole site with so many generated cases; prints the statuses at the end. */
export async function fuzz({ cases, seed }: { cases: number; seed: number }): Promise<void> {
  const site = await fuzzedSite();
  let held = 0;
  const begin = performance.now();
  const all: Fuzz = {
    site,
    async hold(share, inputs, property) {
      const numRuns = Math.max(20, Math.ceil(share * cases));
      await fc.assert(fc.asyncProperty(...inputs, property), { seed, numRuns });
      held += numRuns;
    },
  };

  eventProperties(all);
  chatProperties(all);
  formProperties(all);
  pageProperties(all);
  wireProperties(all);

  it("no internal error was logged, and Object.prototype is unchanged", () => {
    expect(site.errors()).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(held).toBeGreaterThanOrEqual(cases);
  });
  it("every kind of status occurred", () => {
    const kinds = [200, 204, 302, 303, 304, 308, 400, 403, 404, 405, 413, 415, 422, 429];
    expect(kinds.filter((kind) => !site.statuses().includes(kind))).toEqual([]);
  });
  afterAll(() => {
    const seconds = Math.round((performance.now() - begin) / 1000);
    process.stdout.write(`Fuzz: ${held} cases in ${seconds} s (seed ${seed}): ${site.report()}\n`);
  });
}
