/** `npm run submissions` */
import { parseArgs } from "node:util";
import { ConfigError } from "../config.js";
import { errorMessage } from "../storage/errors.js";
import { backup, copy, restore } from "./submission-copies.js";
import { erase, exportAll, list, show } from "./submission-lists.js";
import { notify } from "./submission-notices.js";
import { type Command, options, UsageError, usage } from "./submission-options.js";

/** With the word that the command takes after its name. */
const commands: Readonly<Record<string, readonly [run: Command, argument?: string]>> = {
  list: [list],
  show: [show, "ID"],
  export: [exportAll],
  erase: [erase],
  notify: [notify],
  backup: [backup, "FILE"],
  restore: [restore, "FILE"],
  copy: [copy],
};

async function main(): Promise<string> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help) return usage;
  const [name = "", argument = ""] = positionals;
  const [run, takes] = Object.hasOwn(commands, name) ? commands[name]! : [];
  if (!run) throw new UsageError(`The command must be one of ${Object.keys(commands).join(", ")}.`);
  if (takes && !argument) throw new UsageError(`${name} needs ${takes}.`);
  const extra = positionals[takes ? 2 : 1];
  if (extra !== undefined) throw new UsageError(`${name} does not take ${JSON.stringify(extra)}.`);
  return run(values, argument);
}

function isUsageError(error: unknown): boolean {
  if (error instanceof UsageError || error instanceof ConfigError) return true;
  return String((error as { code?: unknown }).code).startsWith("ERR_PARSE_ARGS");
}

try {
  process.stdout.write(await main());
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n${isUsageError(error) ? `\n${usage}` : ""}`);
  process.exitCode = 1;
}
