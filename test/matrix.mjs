/** Builds and tests the site on each version of Node that it promises. */
import { execSync } from "node:child_process";

for (const version of [20, 22, 24, 26]) {
  const command = `npx --yes --package=node@${version} -c "node --version && npm run build && npm test"`;
  execSync(command, { stdio: "inherit" });
}
