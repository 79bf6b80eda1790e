import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

/** Eight characters that change with the content, as esbuild writes them and content/assets.ts reads them. */
export function fingerprint(content: string | Buffer): string {
  return createHash("sha256").update(content).digest("hex").slice(0, 8).toUpperCase();
}

/** `/icons/icon.svg` with a fingerprint: `/icons/icon.0A1B2C3D.svg`. */
export function fingerprinted(name: string, mark: string): string {
  const { dir, name: base, ext } = path.posix.parse(name);
  return path.posix.join(dir, `${base}.${mark}${ext}`);
}

/** Writes a file into the folder, compressed beside it where that helps, and returns the addresses written. */
export function write(folder: string, address: string, content: Buffer): string[] {
  const put = (suffix: string, bytes: Buffer) => {
    const file = path.join(folder, address + suffix);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    return address + suffix;
  };
  const compressible = /\.(?:css|js|svg|txt)$/.test(address);
  return [
    put("", content),
    ...(compressible ? [put(".gz", gzipSync(content, { level: 9 })), put(".br", brotliCompressSync(content))] : []),
  ];
}

/** Removes what earlier builds have left under the folder: every file that is not among the addresses. */
export function removeOthers(folder: string, addresses: readonly string[]): void {
  const kept = new Set(addresses.map((address) => path.join(folder, address)));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !kept.has(file)) rmSync(file);
  }
}
