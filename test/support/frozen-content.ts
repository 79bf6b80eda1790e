import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";

/** What `npm run freeze` has written: a Content, and phrases of Dialogue by language and class. */
export const frozenFile = "test/fixtures/frozen-content.json.br";
export const compressed = readFileSync(frozenFile);
export const { phrases, ...frozenContent } = JSON.parse(brotliDecompressSync(compressed).toString());
