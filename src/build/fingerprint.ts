import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

export function writeFingerprinted(folder: string, name: string, content: Buffer): void {
  const fingerprint = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  const { dir, name: base, ext } = path.posix.parse(name);
  writeFile(folder, path.posix.join(dir, `${base}.${fingerprint}${ext}`), content);
}

/** Also writes compressed copies of a text. */
export function writeFile(folder: string, name: string, content: Uint8Array): void {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  if (!/\.(?:css|js|svg|txt)$/.test(name)) return;
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(content));
}
