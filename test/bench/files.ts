/** `npx tsx test/bench/files.ts`: lists the files of src in which a function, not just the top level, runs for a request. */
import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { readConfig } from "../../src/config.js";
import { createListener } from "../../src/routes.js";
import { Site } from "../../src/site.js";
import { BASE_URL, filesWith } from "../support/library.js";

const config = readConfig({ BASE_URL, LOG_LEVEL: "silent", DATA_DIR: mkdtempSync(`${tmpdir()}/files-`) });
const site = new Site(config, filesWith({ baseUrl: BASE_URL }));
const server = createServer(createListener(site).listener).listen(0);
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const json = { "content-type": "application/json" };
const question = { locale: "en", messages: [{ role: "user", content: "When is the next evening in Gothenburg?" }] };
const fields = new URLSearchParams({ name: "Ada", email: "ada@example.org", about: "other", message: "Hello there" });
const requests: Record<string, [path: string, init?: RequestInit]> = {
  page: ["/en/after-commerce/faq"],
  list: ["/api/events?city=gothenburg"],
  calendar: ["/api/calendar/gothenburg"],
  chat: ["/api/ai/chat", { method: "POST", headers: json, body: JSON.stringify(question) }],
  form: ["/en/contact", { method: "POST", headers: { origin: BASE_URL }, body: fields, redirect: "manual" }],
};
const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true });
await fetch(`${origin}/healthz`);
for (const [name, [path, init]] of Object.entries(requests)) {
  await session.post("Profiler.takePreciseCoverage");
  const { status } = await fetch(origin + path, init);
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const ran = result.filter(({ functions }) => functions.slice(1).some(({ ranges }) => ranges[0]!.count > 0));
  const files = ran.flatMap(({ url }) => url.split(`${process.cwd()}/src/`)[1] ?? []);
  process.stdout.write(`${name} (${status}), ${files.length} files: ${files.sort().join(" ")}\n\n`);
}
process.exit();
