/** Sends requests one after another, so that each run gets the same answers, and records what comes back. */
import { createHash } from "node:crypto";
import type { Answer, Headers, Request, Site } from "./site.js";
import type { Recording } from "./tape.js";

interface Sent extends Request {
  /** What `headers` and `body` are, in words, because an ETag or a long body would make a bad name. */
  readonly label?: string;
  /** Otherwise it depends on the answer. */
  readonly kind?: string;
}

export interface Recorder {
  readonly site: Site;
  readonly tape: Recording;
  ask(sent: Sent): Promise<Answer>;
  get(target: string, headers?: Headers, label?: string): Promise<Answer>;
  /** Records what comes in another way. */
  note(kind: string, name: string, text: string | Buffer, status?: number): void;
}

/** `part` begins each name, because parts send the same requests to sites with different settings. */
export function recorderOf(part: string, site: Site, tape: Recording): Recorder {
  const ask = async ({ label, kind, ...sent }: Sent): Promise<Answer> => {
    const { method = "GET", target, headers = {} } = sent;
    const name = `${part}: ${method} ${target}${label ? ` (${label})` : ""}`;
    // Limits count addresses, so each request comes from another.
    const answer = await site.ask({ ...sent, headers: { "X-Forwarded-For": addressFor(name), ...headers } });
    tape.add(kind ?? kindOf(sent, answer), name, `${part}: ${target}`, answer);
    return answer;
  };
  return {
    site,
    tape,
    ask,
    get: (target, headers, label) => ask({ target, ...(headers && { headers }), ...(label && { label }) }),
    note(kind, name, text, status = 0) {
      tape.add(kind, `${part}: ${name}`, `${part}: ${name}`, { status, headers: [], body: Buffer.from(text) });
    },
  };
}

/** The same in each run, whatever else is sent. */
export function addressFor(name: string): string {
  const [a, b, c, d] = createHash("sha256").update(name).digest();
  return `${20 + (a! % 80)}.${b}.${c}.${d}`;
}

/** Chooses one of so many names, the same in each run. */
export const isOneIn = (count: number, name: string) =>
  createHash("sha256").update(name).digest().readUInt32BE() % count === 0;

export function headerOf({ headers }: Answer, name: string): string {
  const index = headers.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name.toLowerCase());
  return headers[index + 1] ?? "";
}

export const typeOf = (answer: Answer) => headerOf(answer, "content-type").split(";")[0]!;

function kindOf({ method = "GET", target }: Request, answer: Answer): string {
  const type = typeOf(answer);
  if (answer.status === 304) return "not modified";
  if (answer.status >= 400 || answer.status === 0) return "error";
  if (answer.status >= 300) return "redirect";
  if (method === "HEAD") return "HEAD";
  if (method !== "GET") return "method";
  if (type === "text/markdown") return "markdown";
  if (type === "text/calendar") return "calendar";
  if (target.startsWith("/embed/")) return "embed";
  if (type === "text/html") return "page";
  return target.startsWith("/api/") ? "API" : "file";
}
