/**
 * The floor of start and memory: the packages that a page and a form need, set up for one page, and nothing of ours.
 * `node test/bench/packages.mjs` prints both beside a bare node:http program.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const BARE = `require("http").createServer((_, response) => response.end("<p>Bare</p>")).listen(process.env.PORT)`;
const [START_ROUNDS, REQUESTS, CONNECTIONS] = [9, 20_000, 32];
const port = 20_000 + (process.pid % 20_000);

async function serve() {
  const { default: express } = await import("express");
  const { rateLimit } = await import("express-rate-limit");
  const { default: nunjucks } = await import("nunjucks");
  const { default: i18next } = await import("i18next");
  const { default: middleware } = await import("i18next-http-middleware");
  const z = await import("zod");
  const { default: LibSQL } = await import("libsql");

  const app = express();
  nunjucks.configure({ express: app, autoescape: true });
  const resources = Object.fromEntries(
    ["en", "sv", "nb"].map((locale) => [locale, { site: JSON.parse(readFileSync(`locales/${locale}/site.json`)) }]),
  );
  await i18next.init({ lng: "en", ns: ["site"], resources });
  const query = z.object({ name: z.string().max(20).default("all") });
  app.use(middleware.handle(i18next));
  app.post("/form", rateLimit({ windowMs: 60_000, limit: 5 }), express.urlencoded(), (_request, response) => {
    response.end();
  });
  const template = nunjucks.compile(
    "<!doctype html><title>{{ t('site:skip') }}</title><p>Hello, {{ name }} on {{ day }}",
    new nunjucks.Environment(),
  );
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Stockholm", dateStyle: "long" });
  app.get("/en", (request, response) => {
    response.send(template.render({ t: request.t, day: day.format(), ...query.parse(request.query) }));
  });
  app.listen(process.env.PORT, "127.0.0.1", () => {
    new LibSQL(":memory:").exec("CREATE TABLE forms (id)");
  });
}

async function measure() {
  const programs = {
    bare: ["-e", BARE],
    packages: [new URL(import.meta.url).pathname, "serve"],
    site: ["dist/server.js"],
  };
  const starts = { bare: [], packages: [], site: [] };
  for (let round = 0; round <= START_ROUNDS; round++) {
    for (const [name, args] of Object.entries(programs)) {
      const { child, milliseconds } = await start(args);
      await stop(child);
      if (round > 0) starts[name].push(milliseconds); // the first reads the files from the disk
    }
  }
  const row = {};
  for (const [name, args] of Object.entries(programs)) {
    const { child } = await start(args);
    await wait(300);
    const listening = megabytes(child, "VmRSS");
    await Promise.all(Array.from({ length: CONNECTIONS }, () => load(REQUESTS / CONNECTIONS)));
    row[name] = {
      startMs: Math.round(median(starts[name])),
      listeningMb: listening,
      afterLoadMb: megabytes(child, "VmRSS"),
      peakMb: megabytes(child, "VmHWM"),
    };
    await stop(child);
  }
  for (const [name, figures] of Object.entries(row)) process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
}

async function start(args) {
  const env = {
    ...process.env,
    NODE_ENV: "production",
    PORT: String(port),
    BASE_URL: "https://www.example.com",
    LOG_LEVEL: "silent",
    MALLOC_ARENA_MAX: "1",
    DATA_DIR: mkdtempSync(path.join(tmpdir(), "packages-")),
  };
  const began = performance.now();
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "ignore", "inherit"] });
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}/en`).catch(() => undefined);
    if (answered?.ok) return { child, milliseconds: performance.now() - began };
    await wait(2);
  }
}

async function stop(child) {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

async function load(times) {
  for (let time = 0; time < times; time++) await (await fetch(`http://127.0.0.1:${port}/en`)).arrayBuffer();
}

const megabytes = ({ pid }, name) =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024);
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

await (process.argv[2] === "serve" ? serve() : measure());
