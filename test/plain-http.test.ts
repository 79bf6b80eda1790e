/** Requests that a trusted proxy received by plain http. */
import { expect } from "@jest/globals";
import { forEvery } from "./support/for-every.js";
import { BASE_URL, listeningLogger, site } from "./support/site.js";

const behindProxy = site({}, { TRUST_PROXY: "1" });

forEvery([
  ["/sv/contact?x=1&y=%C3%A5", "http"],
  ["/styles/site.css", "HTTP , https"],
  ["/api/events?city=varberg", "http,http"],
  ["//evil.example/", "http"],
])("GET and HEAD are redirected to the address with https, also if the response is cached", async (path, protocol) => {
  for (const method of ["GET", "HEAD", "GET"]) {
    await behindProxy.raw(path, "GET", { "x-forwarded-proto": "https" });
    const answer = await behindProxy.raw(path, method, { "x-forwarded-proto": protocol });
    expect(answer).toMatchObject({ status: 308, headers: { location: BASE_URL + path, "cache-control": "no-store" } });
    expect(answer.headers["strict-transport-security"]).toBeUndefined();
  }
});

forEvery<[NodeJS.ProcessEnv, Record<string, string>]>([
  [{}, { "x-forwarded-proto": "http" }],
  [{ TRUST_PROXY: "192.0.2.0/24" }, { "x-forwarded-proto": "http" }],
  [{ TRUST_PROXY: "1", BASE_URL: "http://localhost:3000" }, { "x-forwarded-proto": "http" }],
  [{ TRUST_PROXY: "1" }, { "x-forwarded-proto": "https, http" }],
  [{ TRUST_PROXY: "2" }, { "x-forwarded-proto": "HTTPS,https" }],
  [{ TRUST_PROXY: "1" }, {}],
])("no other request is redirected, nor a check of health", async (variables, headers) => {
  const { raw } = site({}, variables);
  for (const _again of [1, 2]) {
    const answer = await raw("/sv/contact", "GET", headers);
    expect(answer.status).toBe(200);
    expect("strict-transport-security" in answer.headers).toBe(!variables.BASE_URL); // a site without HTTPS does not ask for it
  }
  expect((await behindProxy.raw("/healthz", "GET", { "x-forwarded-proto": "http" })).status).toBe(200);
});

forEvery([
  ["POST", "/sv/about", "text/html", "okrypterad anslutning"],
  ["POST", "/api/ai/chat", "application/json", "unencrypted connection"],
  ["POST", "/mcp", "application/json", "unencrypted connection"],
  ["PUT", "/api/events?locale=sv", "application/json", "okrypterad anslutning"],
])("any other method gets 403 with the reason", async (method, path, type, reason) => {
  const { status, headers, text } = await behindProxy.raw(path, method, { "x-forwarded-proto": "http" });
  expect({ status, type: headers["content-type"]!.split(";")[0] }).toEqual({ status: 403, type });
  expect(type === "text/html" ? text : JSON.parse(text).error).toContain(reason);
});

forEvery([
  ["production", "error"],
  ["development", "warn"],
])("without TRUST_PROXY, the first forwarded request is logged once", async (NODE_ENV, level) => {
  const { logger, lines } = listeningLogger();
  const { get } = site({ logger }, { NODE_ENV });
  for (const _twice of [1, 2]) await get("/api/events?limit=1", { "x-forwarded-for": "192.0.2.1" });
  const warnings = lines.filter(({ message }) => message.includes("TRUST_PROXY"));
  expect(warnings).toMatchObject([{ level }]);
});
