/** `npm ci` runs it after installing. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

if (existsSync("node_modules/esbuild"))
  process.exit(spawnSync("npm run build", { shell: true, stdio: "inherit" }).status ?? 1);
process.stdout.write("dist/ is left as it is: building it needs the development dependencies (npm ci).\n");
