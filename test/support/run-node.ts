import { execFile } from "node:child_process";

/** Runs a program of Node until it ends, which never rejects. */
export function runNode(words: readonly string[], variables: Record<string, string> = {}, folder = ".") {
  const options = { cwd: folder, env: { PATH: process.env.PATH!, ...variables }, maxBuffer: 1e8 };
  return new Promise<{ status: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, words, options, (error, stdout, stderr) =>
      resolve({ status: error ? error.code : 0, stdout, stderr }),
    );
  });
}

/** `npm run submissions` on the database of these variables. */
export const runSubmissions = (variables: Record<string, string>, ...words: string[]) =>
  runNode(["dist/commands/submissions.js", ...words], variables);
