import { type ChildProcess, execFile, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { describe } from "@jest/globals";

/** Runs tests that need a program of Debian. Without it they are skipped with a note; `.ci/run` allows no skip. */
export function describeWith(executablePaths: string | readonly string[], name: string, tests: () => void): void {
  const missing = [executablePaths].flat().find((executablePath) => !existsSync(executablePath));
  if (missing === undefined) describe(name, tests);
  else describe.skip(`${name} (skipped: there is no ${missing})`, tests);
}

/** Starts a program; resolves once its output matches, with what matched. */
export async function startProgram(file: string, words: string[], isReady: RegExp, options: SpawnOptions = {}) {
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

/** Runs a program of Node until it ends, which never rejects. */
export function runNode(words: readonly string[], variables: Record<string, string> = {}, folder = ".") {
  const options = { cwd: folder, env: { PATH: process.env.PATH!, ...variables }, maxBuffer: 1e8 };
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, words, options, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
  });
}

export const runSubmissions = (variables: Record<string, string>, ...words: string[]) =>
  runNode(["dist/commands/submissions.js", ...words], variables);
