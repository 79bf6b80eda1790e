import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

/** Starts a program; resolves once its output matches, with what matched. */
export async function startProgram(
  file: string,
  words: readonly string[],
  isReady: RegExp,
  options: SpawnOptions = {},
) {
  const child = spawn(file, words, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  const match = await new Promise<RegExpExecArray>((resolve, reject) => {
    const read = (text: unknown) => {
      output += text;
      const match = isReady.exec(output);
      if (match) resolve(match);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("close", () => reject(new Error(`${file} ended: ${output}`)));
  });
  return { child: child as ChildProcess, match };
}

export async function endProgram(child: ChildProcess | undefined, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "close");
  child.kill(signal);
  await ended;
}
