/** A logger that keeps its lines. */
import type { Site } from "../../src/site.js";

export function listeningLogger() {
  const lines: { level: string; fields: unknown; message: string }[] = [];
  const at = (level: string) => (fields: unknown, message?: string) =>
    void lines.push(
      typeof fields === "string" ? { level, fields: {}, message: fields } : { level, fields, message: message ?? "" },
    );
  const levels = { info: at("info"), warn: at("warn"), error: at("error"), fatal: at("fatal") };
  return { logger: levels as unknown as Site["logger"], lines };
}

export const errorsIn = (lines: ReturnType<typeof listeningLogger>["lines"]) =>
  lines.filter(({ level }) => level === "error");
