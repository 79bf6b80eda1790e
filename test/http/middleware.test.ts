import { expect, it } from "@jest/globals";
import * as z from "zod";
import { cors } from "../../src/http/cors.js";
import { methodNotAllowed } from "../../src/http/method-not-allowed.js";
import { parseQuery } from "../../src/http/parse-query.js";
import { redirectTo, rejectMalformedPath } from "../../src/http/paths.js";
import { ResponseCache } from "../../src/http/response-cache.js";
import { setSecurityHeaders } from "../../src/http/security-headers.js";
import { markdownIfPreferred, serve as serveResource } from "../../src/http/serve.js";
import { forEvery } from "../support/for-every.js";
import { serve } from "../support/serve.js";

forEvery([
  ["", false],
  ["text/html", false],
  ["text/markdown", true],
  ["text/markdown;q=0", false],
  ["text/markdown;q=0, */*;q=0", false],
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
  ["application/json", false],
  ["Text/Markdown", true],
  ["text/markdown;charset=utf-8", true],
  ["text/html;level=1, text/markdown;q=0.5", false],
  ["text/markdown;q=x", false],
  [",;, ,text/markdown", true],
])("Markdown is sent to clients that prefer it to HTML, and is not cached", async (accept, expected) => {
  const resource = (text: string, type: string) => () => ({
    address: `/${text}`,
    headers: { "Content-Type": type, "Cache-Control": "public" },
    body: () => text,
  });
  const cache = new ResponseCache(Date.now, () => Number.POSITIVE_INFINITY, {});
  const either = markdownIfPreferred(cache, resource("page", "text/html"), resource("markdown", "text/markdown"));
  const { text, headers } = await serve(serveResource(cache, either)).get("/").set("Accept", accept);
  expect({ text, vary: headers.vary, cached: headers["cache-control"] }).toEqual({
    text: expected ? "markdown" : "page",
    vary: "Accept, Accept-Encoding",
    cached: expected ? "no-store" : "public",
  });
});

it("CORS headers allow scripts of any origin to read, and answer preflight requests", async () => {
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

it("an uncached body is sent with its ETag, or 304 if the client has it, also with `Cache-Control: no-cache`", async () => {
  const cache = new ResponseCache(Date.now, () => 0, {});
  const client = serve(serveResource(cache, () => ({ headers: { "Content-Type": "text/plain" }, body: () => "text" })));
  const { status, text, headers } = await client.get("/");
  expect([status, text, headers.etag]).toEqual([200, "text", expect.stringMatching(/^"[\w-]{16}"$/)]);
  const again = (etag: string) => client.get("/").set({ "If-None-Match": etag, "Cache-Control": "no-cache" });
  const [same, other] = [await again(headers.etag!), await again('"other"')];
  expect([same.status, same.text, other.status, other.text]).toEqual([304, "", 200, "text"]);
});

it("a method that is not allowed gets 405 with Allow, and OPTIONS 204", async () => {
  const client = serve(methodNotAllowed("GET, HEAD"));
  const [options, post] = [await client.options("/"), await client.post("/")];
  expect([options.status, options.headers.allow, options.text]).toEqual([204, "GET, HEAD", ""]);
  expect([post.status, post.headers.allow]).toEqual([405, "GET, HEAD"]);
});

it("every response has the security headers", async () => {
  const { headers, text } = await serve(setSecurityHeaders({ "X-A": "1", "X-B": "2" })).get("/");
  expect([headers, text]).toEqual([expect.objectContaining({ "x-a": "1", "x-b": "2" }), "passed"]);
});

it("parseQuery returns the values of the schema, or throws an error 400 with the problems of each parameter", () => {
  const schema = z.object({ city: z.string(), limit: z.enum(["1", "2"], "limit").optional() });
  expect(parseQuery({ url: "/api/events?city=a&limit=2" }, schema)).toEqual({ city: "a", limit: "2" });
  const read = () => parseQuery({ url: "/api/events?city=a&limit=3" }, schema, { max: 2 });
  expect(read).toThrow(
    expect.objectContaining({
      status: 400,
      explanation: { messageKey: "errors:query.message", details: { limit: ["limit"] }, values: { max: 2 } },
    }),
  );
});

it("a malformed path is rejected with 400, and a path with a canonical form redirected with its query", async () => {
  const client = serve(
    rejectMalformedPath,
    redirectTo((path) => (path === "/old" ? "/new" : path)),
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
