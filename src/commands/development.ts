/** `npm run dev`: serves the site, and again after each change. Until a mistake is mended, it serves what was there before. */
import cluster, { type Worker } from "node:cluster";
import { subscribe } from "node:diagnostics_channel";
import { type FSWatcher, readdirSync, rmSync, watch } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { buildAssets } from "../build/assets.js";
import { compiledTemplates } from "../build/templates.js";
import { root } from "../config.js";
import { escapeHtml } from "../domain/escape-html.js";
import { errorMessage } from "../storage/errors.js";

const WATCHED = ["content", "locales", "public", "src", "views"];
/** Editors write a file in several steps. */
const SETTLE_MS = 100;
/** For the responses that the last process has begun. */
const STOP_MS = 1000;

if (cluster.isPrimary) restart();
else await serve();

/** A new process takes over from the last one when it listens. If it ends before, the last one shows why. */
function restart(current?: Worker): void {
  cluster.setupPrimary({ stdio: ["inherit", "inherit", "pipe", "ipc"] });
  const next = cluster.fork();
  let serving = current;
  let problems = "";
  next.process.stderr?.on("data", (text) => {
    problems += text;
    process.stderr.write(text);
  });
  next.once("listening", () => {
    current?.process.kill();
    setTimeout(() => current?.process.kill("SIGKILL"), STOP_MS); // its connection to this process keeps it alive
    serving = next;
  });
  next.once("exit", () => {
    if (serving === current && current?.isConnected()) current.send(problems);
  });

  let timer: NodeJS.Timeout | undefined;
  const watchers = foldersBelow(WATCHED).map((folder): FSWatcher => watch(folder, onChange));
  function onChange(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const watcher of watchers) watcher.close();
      if (serving !== next) next.process.kill("SIGKILL");
      restart(serving);
    }, SETTLE_MS);
  }
}

function foldersBelow(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const entries = readdirSync(path.join(root, name), { recursive: true, withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory());
    return [path.join(root, name), ...folders.map((entry) => path.join(entry.parentPath, entry.name))];
  });
}

async function serve(): Promise<void> {
  let problems = "";
  process.on("message", (text: string) => {
    problems = text;
  });
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (problems) showOnPage(problems, request, response);
  });
  try {
    compiledTemplates(root);
    const publicFolder = path.join(root, "dist/public");
    // Only these folders: the images of the last build stay.
    for (const folder of ["styles", "scripts", "embed", "fonts"])
      rmSync(path.join(publicFolder, folder), { recursive: true, force: true });
    await buildAssets(root, publicFolder);
    await import("../server.js");
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n`);
    process.exit(1);
  }
}

/** Puts the problems at the top of an HTML page, which is then neither compressed nor cached. */
function showOnPage(problems: string, request: IncomingMessage, response: ServerResponse): void {
  for (const name of ["accept-encoding", "if-none-match"]) delete request.headers[name];
  const { end, writeHead } = response;
  // Cached responses pass their headers here; they can still be changed until the body is known.
  response.writeHead = ((status: number, headers?: readonly string[]) => {
    if (!headers) return Reflect.apply(writeHead, response, [status]);
    response.statusCode = status;
    for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at]!, headers[at + 1]!);
    return response;
  }) as typeof response.writeHead;
  response.end = ((body?: unknown, ...rest: []) => {
    if (response.headersSent || !/^text\/html/.test(String(response.getHeader("content-type"))))
      return Reflect.apply(end, response, [body, ...rest]);
    const notice = `<pre role="alert">${escapeHtml(problems)}</pre>`;
    const html = String(body ?? "").replace(/<body[^>]*>/, (tag) => tag + notice);
    response.removeHeader("ETag");
    response.setHeader("Cache-Control", "no-store").setHeader("Content-Length", Buffer.byteLength(html));
    return Reflect.apply(end, response, [html, ...rest]);
  }) as typeof response.end;
}
