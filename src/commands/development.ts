/** `npm run dev`: builds the styles, then runs the server; the watcher starts both anew whenever a file changes. */
import path from "node:path";
import { buildAssets } from "../build/assets.js";

const root = path.resolve(import.meta.dirname, "../..");
await buildAssets(root, path.join(root, "dist/public"));
await import("../server.js");
