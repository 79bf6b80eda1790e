import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

export function writeFingerprinted(folder: string, name: string, content: Buffer): string[] {
  const fingerprint = createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
  const { dir, name: base, ext } = path.posix.parse(name);
  return writeFile(folder, path.posix.join(dir, `${base}.${fingerprint}${ext}`), content);
}

/** Returns the addresses of the file and its compressed copies. */
export function writeFile(folder: string, address: string, content: Buffer): string[] {
  const write = (suffix: string, bytes: Buffer) => {
    const file = path.join(folder, address + suffix);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return address + suffix;
  };
  const isText = /\.(?:css|js|svg|txt)$/.test(address);
  return [
    write("", content),
    ...(isText ? [write(".gz", gzipSync(content, { level: 9 })), write(".br", brotliCompressSync(content))] : []),
  ];
}

export function removeFilesExcept(folder: string, keptPaths: readonly string[]): void {
  const kept = new Set(keptPaths.map((name) => path.join(folder, name)));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(file)) rmSync(file);
  }
}
