/**
 * The site in 256 MB: every address of the sitemap, 20,000 requests, 60 questions and a form.
 * `node test/bench/small-machine.mjs FOLDER`, where FOLDER is a cgroup whose memory is limited; docs/performance.md
 * says how it is made. Fails if the process ended, or if a response is 500 or more.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const [REQUESTS, CONNECTIONS, QUESTIONS] = [20_000, 16, 60];
const [group] = process.argv.slice(2);
const port = 20_000 + (process.pid % 20_000);
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const statuses = {};

const server = spawn("sh", ["-c", `${group ? `echo $$ > ${group}/cgroup.procs; ` : ""}exec node dist/server.js`], {
  env: {
    ...process.env,
    NODE_ENV: "production",
    MALLOC_ARENA_MAX: "1",
    PORT: String(port),
    BASE_URL: "https://www.example.com",
    DATA_DIR: mkdtempSync(path.join(tmpdir(), "small-")),
    TRUST_PROXY: "1",
    LOG_LEVEL: "warn",
  },
  stdio: "inherit",
});

const megabytes = (name) =>
  Math.round(
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))[1]) / 1024,
  );

let client = 0;
function ask(path, headers = {}, body = undefined) {
  const forwarded = `198.18.${(client >> 8) & 255}.${client++ & 255}`;
  const method = body === undefined ? "GET" : "POST";
  return new Promise((resolve, reject) => {
    request({ port, path, method, agent, headers: { ...headers, "X-Forwarded-For": forwarded } }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1;
        resolve(Buffer.concat(chunks).toString());
      });
    })
      .on("error", reject)
      .end(body);
  });
}

const report = (stage) => process.stdout.write(`${stage}: ${megabytes("VmRSS")} MB, peak ${megabytes("VmHWM")} MB\n`);

while (!(await ask("/healthz").catch(() => undefined))) await wait(20);
await wait(1000);
report("listening");
const paths = [...(await ask("/sitemap.xml")).matchAll(/<loc>https?:\/\/[^/]+([^<]+)/g)].map(([, path]) => path);
for (const path of paths) await ask(path, { "Accept-Encoding": "br" });
report(`${paths.length} pages`);

const mixed = [
  ...paths,
  "/feed.xml",
  "/llms-full.txt",
  "/api/calendar/gothenburg",
  "/api/openapi.json",
  "/no-such-page",
];
const mixedRequest = (index) =>
  index % 5 === 4
    ? ask(`/api/events?limit=${1 + (index % 20)}&locale=${["en", "sv", "nb"][index % 3]}`)
    : ask(mixed[index % mixed.length], { "Accept-Encoding": ["br", "gzip", "identity"][index % 3] });
let next = 0;
const inTurn = async () => {
  while (next < REQUESTS) await mixedRequest(next++);
};
await Promise.all(Array.from({ length: CONNECTIONS }, inTurn));
report(`${REQUESTS} requests`);

const questions = ["When is the next evening in Gothenburg?", "Vad kostar medlemskapet?", "Hvordan søker jeg plass?"];
for (let index = 0; index < QUESTIONS; index++) {
  const messages = [{ role: "user", content: questions[index % 3] }];
  const body = JSON.stringify({ locale: ["en", "sv", "nb"][index % 3], messages });
  await ask("/api/ai/chat", { "Content-Type": "application/json", Accept: "text/plain" }, body);
}
report(`${QUESTIONS} questions`);

const fields = { about: "other", name: "Ada", email: "ada@example.com", message: "Hello" };
await ask(
  "/en/contact",
  { "Content-Type": "application/x-www-form-urlencoded" },
  new URLSearchParams(fields).toString(),
);
report("a form");

process.stdout.write(`${JSON.stringify(statuses)}\n`);
const failed =
  server.exitCode !== null || server.signalCode !== null || Object.keys(statuses).some((code) => code >= 500);
server.kill();
agent.destroy();
process.exitCode = failed ? 1 : 0;
