/** Property tests of the whole site: no request gets 5xx, hangs, or breaks the shape of a response or an error. */
import { createServer } from "node:http";
import { afterAll, expect, it } from "@jest/globals";
import { load } from "cheerio";
import fc from "fast-check";
import { limitConnections } from "../src/connections.js";
import { countCharacters } from "../src/text/plain-text.js";
import { chatBody, filledForm, headers, method, queries, queryNear, target, text } from "./support/arbitraries.js";
import { anyNumber, fieldsOf, storeInFile, typedOn } from "./support/forms.js";
import { type Answer, ask as exchange, portOf } from "./support/listen.js";
import { listeningLogger, newAddress, site } from "./support/site.js";

const FORM = "application/x-www-form-urlencoded";

interface Sent {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A fixed seed, so that a failure is caused by a change; FUZZ_SEED=$RANDOM finds new cases. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_124);
const cases = Number(process.env.FUZZ_CASES ?? 250);
const { logger, lines } = listeningLogger();
const submissions = storeInFile();
const { listener, services } = site({ logger, submissions, formLimits: anyNumber }, { TRUST_PROXY: "1" });
const server = createServer();
limitConnections(server, listener);
const port = await portOf(server);
await services.knowledge(); // otherwise the first question loads it, and takes longer
const statuses = new Map<number, number>();

const hold = <Input>(share: number, inputs: fc.Arbitrary<Input>, property: (input: Input) => Promise<void>) =>
  fc.assert(fc.asyncProperty(inputs, property), { seed, numRuns: Math.ceil(share * cases) });

/** Sends a request from a new address, and checks the response. */
async function ask(sent: Sent): Promise<Answer> {
  const { method, target, body } = sent;
  const headers = { Host: "site", "X-Forwarded-For": newAddress(), ...sent.headers };
  const answer = await exchange(port, target, { method, headers, agent: false, ...(body !== undefined && { body }) });
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  expectInvariants(sent, answer);
  return answer;
}

it("every address gets a sound response, and redirects stay on the site", () =>
  hold(0.65, fc.tuple(target, queryNear({ ...queries, q: text, sent: text }), method, headers), async (input) => {
    const [address, query, method, headers] = input;
    const sent = { method, target: address + query, headers };
    let { status, headers: received } = await ask(sent);
    if (method === "HEAD") expect(status).toBe((await ask({ ...sent, method: "GET" })).status);
    for (let steps = 0; status === 301 || status === 302 || status === 308; steps++) {
      expect(steps).toBeLessThan(3);
      ({ status, headers: received } = await ask({ method: "GET", target: received.location! }));
    }
  }));

it("the chat and MCP answer, or say what is wrong", () =>
  hold(0.15, fc.tuple(fc.constantFrom("/api/ai/chat", "/api/ai/chat", "/mcp"), chatBody, headers), async (input) => {
    const [address, body, more] = input;
    const headers = { ...more, "Content-Type": "application/json" };
    const { status, text, headers: received } = await ask({ method: "POST", target: address, headers, body });
    if (address === "/mcp") return expect(status).toBeLessThan(500);
    expect([200, 400, 413, 422]).toContain(status);
    if (status === 200 && received["content-type"]!.startsWith("text/event-stream"))
      expect(text.endsWith("data: [DONE]\n\n")).toBe(true);
  }));

it("a form is stored if it says so, and otherwise shown with what was typed", () =>
  hold(0.2, filledForm, async ({ address, form, values }) => {
    const before = (await submissions.list({})).length;
    const body = new URLSearchParams(values).toString();
    const answer = await ask({ method: "POST", target: address, headers: { "Content-Type": FORM }, body });
    if (answer.status === 303) return expect(answer.headers.location).toMatch(/\?sent/);
    expect({ address, status: answer.status }).toEqual({ address, status: 422 });
    expect((await submissions.list({})).length).toBe(before);
    const typed = typedOn({ $: load(answer.text) as never });
    for (const { name, kind, maxLength } of fieldsOf(form)) {
      if (kind === "choice") continue;
      const [sent, shown] = [visible(values[name]!), visible(typed[name]!)];
      if (countCharacters(values[name]!) <= 4 * maxLength) expect(shown).toBe(sent);
      else expect(sent).toContain(shown.slice(0, -2)); // a mark can be cut off its letter
    }
  }));

it("no internal error is logged, Object.prototype is unchanged, and every kind of status occurred", () => {
  expect(lines.filter(({ level }) => level === "error" || level === "fatal")).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
  const kinds = [200, 303, 304, 308, 400, 404, 405, 413, 422];
  expect(kinds.filter((kind) => !statuses.has(kind))).toEqual([]);
});

afterAll(() => {
  const counts = [...statuses].map(([status, times]) => `${times} × ${status}`);
  process.stdout.write(`Fuzz (seed ${seed}): ${counts.join(", ")}\n`);
});

/** Without what forms normalize. */
function visible(text: string): string {
  return text.replace(/[\s\p{C}\p{Default_Ignorable_Code_Point}\ufffd]/gu, "").normalize("NFC");
}

function expectInvariants(sent: Sent, { status, headers, text }: Answer): void {
  const about = `${sent.method} ${sent.target}: ${status}`;
  expect(about).toMatch(/: [2-4]\d\d$/);
  expect(headers).toMatchObject({
    "content-security-policy": expect.stringMatching(/^default-src 'none'; (?!.*unsafe)/),
    "referrer-policy": "strict-origin-when-cross-origin",
    "strict-transport-security": "max-age=31536000",
    "x-content-type-options": "nosniff",
  });
  for (const name of ["set-cookie", "x-powered-by", "x-fuzz"]) expect(headers).not.toHaveProperty(name);
  if (headers.location) expect(headers.location).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
  if (status === 405) expect(headers.allow).toMatch(/^[A-Z]+(?:, [A-Z]+)*$/);
  const isEmpty = sent.method === "HEAD" || status === 204 || status === 304;
  if (isEmpty) expect(text).toBe("");

  const isPage = headers["content-type"]?.startsWith("text/html") ?? false;
  if (status >= 400 && !isEmpty) {
    expect(headers["cache-control"]).toBe("no-store");
    if (isPage) expect({ about, text }).toEqual({ about, text: expect.stringMatching(/<h1[\s\S]*<\/html>\s*$/) });
    else if (!sent.target.startsWith("/mcp"))
      expect({ about, ...JSON.parse(text) }).toMatchObject({
        about,
        error: expect.stringMatching(/^\p{Lu}[^\n]*[.?!]$/u),
      });
  }
  if (!isPage || !text.includes("fuzz")) return;
  expect(text).not.toContain("<fuzz");
  const $ = load(text);
  const attributes = $("*")
    .toArray()
    .flatMap((element) => Object.entries($(element).attr() ?? {}));
  const dangerous = attributes.filter(([name, value]) => name.includes("fuzz") || /^javascript:/i.test(value));
  expect({ about, dangerous }).toEqual({ about, dangerous: [] });
}
