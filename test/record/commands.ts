/** The commands of dist/, on what the forms have stored. */
import type { Form } from "./forms.js";
import { isOneIn, type Recorder } from "./recorder.js";
import { runProgram } from "./site.js";

/** In this order: some erase. */
const common = [
  "",
  "list",
  "dates",
  "export",
  "export --format json",
  "export --format csv --delimiter ;",
  "list --suspected",
  "list --older-than 1m",
  "list --form nothing",
  "show",
  "show nothing",
  "erase",
  "erase --suspected",
  "erase --form contact --yes",
  "list --form contact",
  "list --event nothing",
  "list --newer-than x",
  "list --form a --form b",
];

/** After the site has stopped. */
export async function recordCommands({ note, site }: Recorder, forms: readonly Form[]): Promise<void> {
  await site.stop();
  const dates = forms.flatMap(({ page }) => /^\/en\/dates\/(.+)$/.exec(page)?.[1] ?? []);
  const some = dates.filter((id, index) => index < 3 || isOneIn(40, id));
  const lines = [...common, ...some.flatMap((id) => [`export --event ${id} --format html`, `list --event ${id}`])];
  for (const line of lines) {
    const { status, text } = await runProgram(
      site.settings,
      "dist/commands/submissions.js",
      ...line.split(" ").filter(Boolean),
    );
    note("command", `submissions ${line}`, text.replaceAll(site.settings.variables.DATA_DIR!, "<data>"), status);
  }
}
