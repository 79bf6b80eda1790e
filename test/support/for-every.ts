import { it } from "@jest/globals";

/** One test of a rule for all cases, which reports every case that fails. The first value of a case is its name. */
export function forEvery<const Case>(cases: readonly Case[]) {
  type Arguments = Case extends readonly [...infer Values] ? Values : [Case];
  return (rule: string, check: (...values: Arguments) => unknown): void =>
    it(rule, async () => {
      if (cases.length === 0) throw new Error("There is no case");
      const failures: string[] = [];
      for (const one of cases) {
        const values = (Array.isArray(one) ? one : [one]) as Arguments;
        try {
          await check(...values);
        } catch (error) {
          failures.push(`${nameOf(values[0])}: ${(error as Error).message}`);
        }
      }
      if (failures.length > 0)
        throw new Error(`${failures.length} of ${cases.length} cases failed\n\n${failures.join("\n\n")}`);
    });
}

const nameOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value)).slice(0, 120);
