import path from "node:path";
import { environment } from "../environment.js";
import { copyDatabaseFile } from "../storage/copy-file.js";
import { copySubmissions } from "../storage/copy-rows.js";
import { lazyDatabase } from "../storage/lazy-database.js";
import { configuredFile, existingLocation, open, openExisting } from "./submission-database.js";
import { type Command, UsageError } from "./submission-options.js";

export const backup: Command = (_, argument) => copyFile(configuredFile(), path.resolve(argument));
export const restore: Command = (_, argument) => copyFile(path.resolve(argument), configuredFile());

export const copy: Command = async ({ to }) => {
  if (!to || !environment.shape.DATABASE_URL.safeParse(to).success)
    throw new UsageError("copy needs --to with an address like postgres://user:password@host:5432/name.");
  configuredFile();
  const location = existingLocation();
  const source = lazyDatabase(() => openExisting(location));
  const target = lazyDatabase(() => open({ url: to }));
  try {
    const copied = await copySubmissions(await source.open(), await target.open());
    return `Copied: ${copied}\n`;
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
};

async function copyFile(source: string, target: string): Promise<string> {
  await copyDatabaseFile(source, target);
  return `Copied ${source} to ${target}\n`;
}
