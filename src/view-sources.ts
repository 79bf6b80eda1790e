import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { compileFunction } from "node:vm";
import nunjucks from "nunjucks";

class ViewError extends Error {
  constructor(name: string, line: number | undefined, cause: Error) {
    super(`views/${name}${line ? `:${line}` : ""}: ${cause.message.split("\n").at(-1)!.trim()}`); // above are other views
    this.stack = `${this.message}\n${cause.stack}`;
  }
}

/** For views that were not built: an error names the view and line that failed, where Nunjucks names the last include. */
export function environmentFromSources(folder: string, options: nunjucks.ConfigureOptions): nunjucks.Environment {
  const compiled = new Map<string, readonly string[]>();

  const getSource = (name: string) => {
    const file = path.join(folder, name);
    if (!existsSync(file)) return null;
    const code = compile(readFileSync(file, "utf8"), name);
    compiled.set(name, code.split("\n"));
    const template = compileFunction(code, [], { filename: `views/${name}` })(); // puts the name into stacks
    return { src: { type: "code", obj: template }, path: name, noCache: false };
  };
  const compile = (text: string, name: string): string => {
    const wrapper = (templates: unknown) => (templates as [{ template: string }])[0].template;
    try {
      return nunjucks.precompileString(text, { name, env, wrapper });
    } catch (error) {
      const [, line] = /\[Line (\d+)/.exec((error as Error).message) ?? []; // none for a tag that is not closed
      throw new ViewError(name, line ? Number(line) : undefined, error as Error);
    }
  };
  const located = (error: Error): Error => {
    const cause = firstCause(error);
    const [, name = "", line, column] = /(?:\(|at )views\/([^\s:]+):(\d+):(\d+)/.exec(cause.stack ?? "") ?? [];
    const code = compiled.get(name);
    if (!code || cause instanceof ViewError) return cause;
    const { lineno = lineAt(code, Number(line), Number(column)) } = cause as { lineno?: number };
    return new ViewError(name, lineno, cause);
  };

  const loader = { getSource } as unknown as nunjucks.ILoader; // its types know only text
  const env = new nunjucks.Environment(loader, { ...options, dev: true }); // which keeps the causes of errors
  const render = env.render.bind(env);
  env.render = ((name: string, context: object) => {
    try {
      return render(name, context);
    } catch (error) {
      throw located(error as Error);
    }
  }) as typeof env.render;
  return env;
}

/** Compiled views count the lines of their source from 0, in `lineno`, which they do not set for an include. */
function lineAt(code: readonly string[], line: number, column: number): number | undefined {
  const before = [...code.slice(0, line - 1), (code[line - 1] ?? "").slice(0, column)].join("\n");
  const index = Number(/.*\blineno = (\d+)/s.exec(before)?.[1] ?? 0);
  return index > 0 ? index + 1 : undefined;
}

function firstCause(error: Error): Error {
  return error.cause instanceof Error ? firstCause(error.cause) : error;
}
