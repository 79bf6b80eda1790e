import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Measured on ten pages and feeds: 1.3 ms each, and 13% more bytes than quality 11, which takes 64 ms each. */
const BROTLI_QUALITY = 7;
/** 64 KB, for the same bytes in sum: larger windows keep 8 MB of memory, and the first page takes 30 ms longer. */
const BROTLI_WINDOW_BITS = 16;

export interface Bodies {
  readonly identity: Buffer;
  readonly gzip?: Buffer | undefined;
  readonly br?: Buffer | undefined;
}

export type ResponseHeaders = Readonly<Record<string, string>>;

/** The headers are one list for `writeHead`: name, value, name, … */
interface Representation {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: string[];
  readonly headersWithoutBody: string[];
}

export interface CachedResponse {
  readonly identity: Representation;
  readonly gzip: Representation | undefined;
  readonly br: Representation | undefined;
  readonly mediaType: string;
}

/** Sends 304 if the client has these bytes (RFC 9110 §13.1.2). */
export function sendResponse(cached: CachedResponse, request: IncomingMessage, response: ServerResponse): 200 | 304 {
  const encoding = preferredEncoding(request.headers["accept-encoding"]?.toString(), cached);
  const { body, etag, headers, headersWithoutBody } = cached[encoding] ?? cached.identity;
  if (matchesEtag(request.headers["if-none-match"], etag)) {
    response.writeHead(304, headersWithoutBody).end();
    return 304;
  }
  response.writeHead(200, headers).end(body);
  return 200;
}

function encoded(text: string): Bodies {
  const identity = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  // Copies, because zlib returns views of 16 KB.
  return { identity, gzip: Buffer.from(gzipSync(identity)), br: Buffer.from(brotliCompressSync(identity, { params })) };
}

/** What a client gets, in each coding; only identity if it is not compressed. */
export function encodeResponse(body: string | Bodies, headers: ResponseHeaders, isCompressed = true): CachedResponse {
  const { identity, gzip, br } = bodiesOf(body, isCompressed);
  const vary = [headers.Vary, (gzip || br) && "Accept-Encoding"].filter(Boolean).join(", ");
  const common = Object.entries(vary ? { ...headers, Vary: vary } : headers).flat();
  const tag = createHash("sha256").update(identity).digest("base64url").slice(0, 16);
  return {
    identity: representation(identity, tag, common, []),
    gzip: gzip && representation(gzip, `${tag}-gz`, common, ["Content-Encoding", "gzip"]),
    br: br && representation(br, `${tag}-br`, common, ["Content-Encoding", "br"]),
    mediaType: (headers["Content-Type"] ?? "").split(";", 1).join(),
  };
}

function bodiesOf(body: string | Bodies, isCompressed: boolean): Bodies {
  if (typeof body !== "string") return body;
  return isCompressed ? encoded(body) : { identity: Buffer.from(body) };
}

/** `tag` is the opaque part of a strong ETag (RFC 9110 §8.8.3). */
function representation(body: Buffer, tag: string, common: string[], coding: string[]): Representation {
  const etag = `"${tag}"`;
  const headersWithoutBody = [...common, "ETag", etag];
  const headers = [...headersWithoutBody, ...coding, "Content-Length", `${body.length}`];
  return { body, etag, headers, headersWithoutBody };
}

/** All that fit into a header; the commas alone that fit would take 1 ms. */
const MAX_TAGS = 700;

/** Compares weakly (RFC 9110 §13.1.2), and ignores the suffix that Apache's mod_deflate adds and never takes off. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const tags = ifNoneMatch.split(",", MAX_TAGS).map((tag) => tag.trim().replace(/^W\/|-gzip(?="$)/g, ""));
  return tags.includes("*") || tags.includes(etag);
}

export type Encoding = "br" | "gzip" | "identity";

/** Accept-Encoding (RFC 9110 §12.5.3) decides, the smallest on a tie; identity is sent even if all are refused. */
export function preferredEncoding(
  header: string | undefined,
  available: Readonly<Partial<Record<Encoding, unknown>>>,
): Encoding {
  if (!header) return "identity";
  // Browsers send no weights, so a search is enough: 0.1 µs in place of 1.7.
  if (!/[;*]/.test(header)) {
    if (available.br && /(?:^|[\s,])br(?=[\s,]|$)/i.test(header)) return "br";
    return available.gzip && /(?:^|[\s,])gzip(?=[\s,]|$)/i.test(header) ? "gzip" : "identity";
  }

  const weights = new Map(qualityValues(header).map(({ name, weight }) => [name, weight]));
  let preferred: Encoding = "identity";
  let highest = 0;
  for (const encoding of ["br", "gzip", "identity"] as const) {
    const weight = weights.get(encoding) ?? weights.get("*") ?? 0;
    if (!available[encoding] || weight <= highest) continue;
    preferred = encoding;
    highest = weight;
  }
  return preferred;
}

/** The items of a header in lower case with their weights: 1 by default, 0 if invalid (RFC 9110 §12.4.2). */
export function qualityValues(header: string): { readonly name: string; readonly weight: number }[] {
  return header.split(",").map((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    return { name, weight: quality === undefined ? 1 : Number(quality) || 0 };
  });
}
