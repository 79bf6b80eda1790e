import { expect, it } from "@jest/globals";
import { cors } from "../../src/http/cors.js";
import { sendWithEtag } from "../../src/http/etag.js";
import { markdownPreferred } from "../../src/http/markdown-preferred.js";
import { methodNotAllowed } from "../../src/http/method-not-allowed.js";
import { redirectTo, rejectMalformedPath } from "../../src/http/paths.js";
import { logRequests } from "../../src/http/request-log.js";
import { forEvery } from "../support/for-every.js";
import { listeningLogger } from "../support/logger.js";
import { serve } from "../support/serve.js";

forEvery([
  ["", false],
  ["text/html", false],
  ["text/markdown", true],
  ["text/markdown;q=0", false],
  ["text/markdown, text/html", true],
  ["text/html, text/markdown", false],
  ["text/html, text/markdown, */*", false],
  ["text/markdown;q=0.9, text/html", false],
  ["text/markdown, text/html;q=0.9", true],
  ["text/markdown;q=0.5, */*;q=0.5", true],
  ["*/*, text/markdown", true],
  ["text/*, text/markdown;q=0.9", false],
  ["*/*, text/markdown;q=0.9", false],
  ["text/html;q=0.2, */*, text/markdown;q=0.5", true],
  ["application/json, text/markdown;q=0.1", true],
])("Markdown is sent to clients that prefer it to HTML, and is never cached", async (accept, expected) => {
  const client = serve(markdownPreferred((_request, response) => void response.send("markdown")));
  const { text, headers } = await client.get("/").set("Accept", accept);
  expect([text, headers.vary, headers["cache-control"]]).toEqual(
    expected ? ["markdown", "Accept", "no-store"] : ["passed", "Accept", undefined],
  );
});

it("scripts of any origin may read, and may ask before they do", async () => {
  const client = serve(cors);
  const { headers } = await client.get("/");
  const { headers: preflight } = await client.options("/");
  const exposed = {
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "ETag, Link, Retry-After",
  };
  const allowed = {
    "access-control-allow-methods": "GET, HEAD, OPTIONS",
    "access-control-allow-headers": "*",
    "access-control-max-age": "86400",
  };
  expect(headers).toMatchObject(exposed);
  for (const name of Object.keys(allowed)) expect(headers[name]).toBeUndefined();
  expect(preflight).toMatchObject({ ...exposed, ...allowed });
});

it("a body is sent with its ETag, and 304 if the client has it, also in answer to `no-cache`", async () => {
  const client = serve((_request, response) => sendWithEtag(response, "text"));
  const { status, text, headers } = await client.get("/");
  expect([status, text, headers.etag]).toEqual([200, "text", expect.stringMatching(/^"[\w-]{16}"$/)]);
  const again = (etag: string) => client.get("/").set({ "If-None-Match": etag, "Cache-Control": "no-cache" });
  const [same, other] = [await again(headers.etag!), await again('"other"')];
  expect([same.status, same.text, other.status, other.text]).toEqual([304, "", 200, "text"]);
  const digest = (hashInput: string) =>
    serve((_request, response) => sendWithEtag(response, "text", hashInput)).get("/");
  expect((await digest("a")).headers.etag).not.toBe((await digest("b")).headers.etag);
});

it("a method that is not allowed names those that are", async () => {
  const client = serve(methodNotAllowed("GET, HEAD"));
  const [options, post] = [await client.options("/"), await client.post("/")];
  expect([options.status, options.headers.allow, options.text]).toEqual([204, "GET, HEAD", ""]);
  expect([post.status, post.headers.allow]).toEqual([405, "GET, HEAD"]);
});

it("a path is rejected if it is malformed, and redirected with its query if it has a better one", async () => {
  const client = serve(
    rejectMalformedPath,
    redirectTo((path) => (path === "/old" ? "/new" : undefined)),
  );
  const seen = async (path: string) => {
    const { status, headers } = await client.get(path).redirects(0);
    return [status, headers.location, headers["cache-control"]];
  };
  expect(await seen("/%zz")).toEqual([400, undefined, undefined]);
  expect(await seen("/%C3%A5")).toEqual([200, undefined, undefined]);
  expect(await seen("/old")).toEqual([308, "/new", "public, max-age=60"]);
  expect(await seen("/old?a=1?b")).toEqual([308, "/new?a=1?b", "public, max-age=60"]);
});

it("a request is logged with its path and status, without query, body and address", async () => {
  const { logger, lines } = listeningLogger();
  await serve(logRequests(logger)).get(`/${"a".repeat(300)}?secret=1`);
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const [{ level, fields, message }] = lines as [(typeof lines)[number]];
  expect([level, message]).toEqual(["info", "request"]);
  expect(fields).toEqual({ method: "GET", path: `/${"a".repeat(199)}`, status: 200, milliseconds: expect.any(Number) });
  const { milliseconds } = fields as { milliseconds: number };
  expect([milliseconds > 0, milliseconds < 1000, Math.round(milliseconds * 100) / 100]).toEqual([
    true,
    true,
    milliseconds,
  ]);
});
