/** Tests every n-th mutant of a file; Stryker has no option for it. What a checker rejects does not count. */
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";

const every = Number(process.env.MUTANTS_EVERY);
const offset = Number(process.env.MUTANTS_OFFSET);

class Sample {
  async init() {}
  group = (mutants) => [mutants.map(({ id }) => id)];
  async check(mutants) {
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        Number(id) % every === offset ? { status: "passed" } : { status: "compileError", reason: "not in the sample" },
      ]),
    );
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, "sample", Sample)];
