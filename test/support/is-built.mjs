/** Whether the build is newer than its sources. */
import { existsSync, readdirSync, statSync } from "node:fs";

const builtFrom = ["src", "content", "locales", "views", "public", "package-lock.json", "tsconfig.json"];

/** A folder counts too: its time changes when a file in it is added or removed. */
const isNewer = (time) => (file) => {
  const stats = statSync(file);
  return (
    stats.mtimeMs > time || (stats.isDirectory() && readdirSync(file).some((name) => isNewer(time)(`${file}/${name}`)))
  );
};
const built = "dist/content.json"; // what a build removes first and writes last

/** Whether dist/ is complete and newer than these sources. */
export const isBuilt = (sources = builtFrom) => existsSync(built) && !sources.some(isNewer(statSync(built).mtimeMs));
