import { type AnswerLimits, answerLimits } from "../../src/dialogue/limits.js";
import type { Knowledge } from "../../src/dialogue/site/knowledge.js";
import { type Given, newAddress, siteOnPort } from "./site.js";

const urlEncoded = { "content-type": "application/x-www-form-urlencoded" };
export const KEY = "key-that-nobody-may-see";

/** One answer, so that a test can tell Mistral from the site. */
const answer: Knowledge["answer"] = (_turns, locale) => ({
  text: `The site's own answer, in ${locale}.`,
  sources: [{ path: `/${locale}/about`, title: "About" }],
  kind: "answered",
});
const known: Knowledge = { answer, lookUp: (_query, locale) => ({ answer: answer([], locale), events: [] }) };

type GivenToChat = Omit<Given, "knowledge"> & {
  knowledge?: Partial<Knowledge>;
  shorter?: Partial<AnswerLimits>;
};

export async function chatSite(
  { shorter, knowledge = known, ...given }: GivenToChat = {},
  variables: NodeJS.ProcessEnv = {},
) {
  const replaced = { knowledge: async () => ({ ...known, ...knowledge }), limits: { ...answerLimits, ...shorter } };
  const { lines, origin, services } = await siteOnPort({ ...replaced, ...given }, variables);
  const post = (body: unknown, headers: Record<string, string> = {}, more: RequestInit = {}) =>
    fetch(`${origin}/api/ai/chat`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": newAddress(), ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
      ...more,
    });
  return {
    origin,
    services,
    lines,
    post,
    async ask(content: string, locale = "en") {
      const response = await post(asking(content, locale), { accept: "application/json" });
      return (await response.json()) as Record<string, any>;
    },
    async stream(content: string, locale = "en") {
      const response = await post(asking(content, locale));
      return { response, chunks: chunksIn(await response.text()) };
    },
    postForm: (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      post(new URLSearchParams(fields).toString(), { ...urlEncoded, ...headers }),
  };
}

export function asking(content: string, locale = "en") {
  return { messages: [{ role: "user", content }], locale };
}

export function chunksIn(text: string): Record<string, any>[] {
  return text
    .split("\n\n")
    .filter((event) => event.startsWith("data: {"))
    .map((event) => JSON.parse(event.slice(6)));
}

export function textIn(chunks: readonly Record<string, any>[]): string {
  return chunks.map(({ type, delta }) => (type === "text-delta" ? delta : "")).join("");
}
