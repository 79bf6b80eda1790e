/** Invariants of every response. */
import { isUtf8 } from "node:buffer";
import { expect } from "@jest/globals";
import { load } from "cheerio";
import { isDecodable } from "../../../src/text/escaping.js";
import { languages as specified } from "../specified-pages.js";
import type { Received, Sent } from "./wire.js";

const languages: readonly string[] = specified;
const forPrograms =
  /^\/(?:(?:feed|sitemap)\.xml|(?:robots|security|llms|llms-full)\.txt|\.well-known\/(?:security\.txt|api-catalog)|healthz|mcp)$/;

/** Path and query of a target, in absolute form too; undefined if it is invalid (RFC 9112 §3.2). */
export function partsOf(target: string): { path: string; query: string } | undefined {
  const [, path, query] = /^(\/[^?#]*)(\?[^#]*)?/.exec(target) ?? [];
  if (path !== undefined) return { path, query: query ?? "" };
  if (!URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return pathname.startsWith("/") ? { path: pathname, query: search } : undefined;
}

/** Whether a form is UTF-8, also its escapes; a percent sign that escapes nothing is text. */
export function isUtf8Form(bytes: Buffer): boolean {
  return isUtf8(bytes) && isDecodable(bytes.toString().replace(/%(?![\da-f]{2})/gi, "%25"));
}

/** Whether Node's parser rejected the request, without a body, before any handler (RFC 9112 §3, §5). */
export function isRejectedByParser({ target, headers }: Sent, { status, text, headers: received }: Received): boolean {
  const isHttp =
    /^\/[\x21-\x7e]*$/.test(target) && headers.every(([, value]) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  const bytes = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, target.length);
  if (isHttp && bytes < 15_000) return false;
  if ("content-security-policy" in received || text !== "") return false;
  expect(bytes < 15_000 ? [400] : [400, 431]).toContain(status);
  return true;
}

export function expectInvariants(sent: Sent, answer: Received): void {
  const { status, headers, body, text } = answer;
  const path = partsOf(sent.target)?.path;
  const isApi = path !== undefined && /^\/api(?:\/|$)/.test(path);
  const isForm =
    sent.method === "POST" &&
    sent.headers.some(
      ([name, value]) => name === "Content-Type" && /^application\/x-www-form-urlencoded *(;|$)/i.test(value),
    );

  expect([status, status >= 200 && status < 500]).toEqual([status, true]);
  if (path === undefined || !isDecodable(path)) expect(status).toBe(400);
  expect(headers).toMatchObject({
    "content-security-policy": expect.stringMatching(/^default-src 'none'; (?!.*unsafe)/),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": expect.any(String),
    "referrer-policy": "strict-origin-when-cross-origin",
    "strict-transport-security": "max-age=31536000",
    "x-content-type-options": "nosniff",
  });
  expect(Object.keys(headers)).not.toContain("set-cookie");
  expect(Object.keys(headers)).not.toContain("x-powered-by");
  expect(Object.keys(headers)).not.toContain("x-fuzz");
  for (const [name, value] of Object.entries(headers)) if (name !== "location") expect(value).not.toMatch(/fuzz|\n/);

  if (sent.method === "HEAD" || status === 204 || status === 304) expect(body).toHaveLength(0);
  else if (headers["content-length"] !== undefined) expect(body).toHaveLength(Number(headers["content-length"]));
  if (status === 304) expect("etag" in headers || headers["cache-control"] === "no-store").toBe(true);
  if (status === 405) expect(headers.allow).toMatch(/^[A-Z]+(?:, [A-Z]+)*$/);
  if (status === 429) expect(headers["retry-after"]).toMatch(/^(?:[1-9]|[1-5]\d|60)$/);
  if (status >= 300 && status < 304) expect(headers.location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
  if (status === 308) expect(headers.location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);

  if (status >= 400) {
    expect(headers["cache-control"]).toBe("no-store");
    const isFile = forPrograms.test(path ?? "");
    // Beyond twice the limit, a form of Dialogue gets JSON, which is cheaper than a page.
    const isPlain = status === 429 && headers["content-type"]?.startsWith("application/json");
    const isJson = isApi ? !(isForm && path === "/api/ai/chat") || isPlain : isFile;
    expect(headers["content-type"]).toBe(isJson ? "application/json; charset=utf-8" : "text/html; charset=utf-8");
    if (sent.method === "HEAD") return;
    if (isJson) expectErrorBody(text);
    else expectErrorPage(path ?? "/", text, isApi);
  }
  if (headers["content-type"]?.startsWith("text/html")) expectNothingOfIt(text);
}

/**
 * What HEAD says as GET does: all but the time, the length of nothing, which it may leave out, and what changes when
 * the smallest coding of a page takes the place of the quick one.
 */
export function asOfGet({ headers }: Received): Received["headers"] {
  const { date: _date, connection: _connection, etag = "", "content-length": length = "0", ...more } = headers;
  if (/-br5?"$/.test(etag)) return more;
  return { ...more, etag, "content-length": length };
}

/** Expects the error body of the contract. */
function expectErrorBody(text: string): void {
  const { error, details = {}, ...more } = JSON.parse(text);
  expect([typeof error, more]).toEqual(["string", {}]);
  expect(error).toMatch(/^\p{Lu}[^\n]*[.?!]$/u);
  for (const list of Object.values<string[]>(details))
    expect([Array.isArray(list), list.length > 0]).toEqual([true, true]);
  for (const message of [error, ...Object.values<string[]>(details).flat()]) {
    expect(message).not.toMatch(/^\w+:\S|\{\{|\$t\(/);
  }
}

/** Expects an error page in the language of its path. */
function expectErrorPage(path: string, text: string, isApi: boolean): void {
  const lang = /<html lang="(\w+)"/.exec(text)?.[1];
  const first = path.split("/")[1]!.replace(/\.md$/, "");
  if (languages.includes(first)) expect([path, lang]).toEqual([path, first]);
  else if (isApi || /^(?:sv|nb|no|en)\b/i.test(first)) expect(languages).toContain(lang);
  else expect([path, lang]).toEqual([path, "en"]);
  expect(text).toMatch(/<h1[\s\S]*<\/html>\s*$/);
}

/** Expects no part of the request to become markup. */
function expectNothingOfIt(html: string): void {
  expect(html).not.toContain("<fuzz");
  if (!html.includes("fuzz")) return;
  load(html)("*").each((_index, element) => {
    const { tagName = "", attribs = {} } = element as { tagName?: string; attribs?: Record<string, string> };
    expect([tagName, ...Object.keys(attribs)].filter((name) => /fuzz/i.test(name))).toEqual([]);
    expect(
      Object.entries(attribs).filter(
        ([name, value]) => /^(?:href|src|action)$/.test(name) && /^javascript:/i.test(value),
      ),
    ).toEqual([]);
  });
}
