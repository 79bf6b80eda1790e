/** A test for each case of a rule. */
import { describe, it } from "@jest/globals";

/** Tests a rule for each case, in a test of its own that the first value of the case names. */
export function forEvery<const Case>(cases: readonly Case[]) {
  type Arguments = Case extends readonly [...infer Values] ? Values : [Case];
  return (rule: string, check: (...values: Arguments) => unknown): void => {
    if (cases.length === 0) throw new Error(`There is no case of: ${rule}`);
    describe(rule, () => {
      for (const one of cases) {
        const values = (Array.isArray(one) ? one : [one]) as Arguments;
        it(nameOf(values[0]), async () => void (await check(...values)));
      }
    });
  };
}

const nameOf = (value: unknown) =>
  (typeof value === "string" && value !== "" ? value : `${JSON.stringify(value)}`).slice(0, 120);
