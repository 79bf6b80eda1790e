/** Runs a program of dist/ with its arguments: `node run-built.mjs commands/submissions.js list`. */
import { existsSync } from "node:fs";

if (!existsSync(new URL("dist/content.json", import.meta.url))) {
  process.stderr.write("dist/ is missing or not complete: run npm run build.\n");
  process.exit(1);
}
const [program] = process.argv.splice(2, 1);
await import(`./dist/${program}`);
