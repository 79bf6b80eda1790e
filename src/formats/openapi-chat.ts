import type { ChatAnswer } from "../contracts/chat-request.js";
import type { ApiEvent } from "../contracts/event-record.js";
import { defaultLocale } from "../domain/locale.js";
import type { Translate } from "../text/translate.js";
import { errorResponse, json, otherError, text } from "./openapi-objects.js";

const retryAfter = { headers: { "Retry-After": { schema: { type: "integer" }, description: "Seconds to wait." } } };

const answerOf = ({ title, dateText, url }: ApiEvent): ChatAnswer => ({
  role: "assistant",
  content: `Next is [${title}](${url.slice(new URL(url).origin.length)}): ${dateText}.`,
  sources: [{ url: url.split("#")[0]!, title }],
  answeredBy: "site",
  fallback: false,
});

/** `event` is the one that the example answers with. */
export const chatOperation = (t: Translate, locale: object, event: ApiEvent | undefined) => ({
  operationId: "askAssistant",
  summary: "Ask a question about the site",
  description:
    "At most 15 questions a minute for each client. `Accept` selects the form of the answer. An HTML form is answered with a page, also for errors.",
  tags: ["Assistant"],
  parameters: [{ ...locale, description: "The language of errors that are found before the body is read." }],
  requestBody: {
    required: true,
    description: "At most 64 KiB.",
    content: {
      ...json("ChatRequest", {
        messages: [{ role: "user", content: "When is the next event?" }],
        locale: defaultLocale,
      }),
      "application/x-www-form-urlencoded": {
        schema: { type: "object", properties: { message: text().schema, locale: text().schema } },
      },
    },
  },
  responses: {
    200: {
      description: "The answer, as a stream or at once. The links in its text begin with `/`.",
      headers: {
        "X-Answered-By": text("`mistral`, `site`, or `site; fallback` if the site's own model stood in for Mistral."),
      },
      content: {
        "text/event-stream": text("The AI SDK's UI message stream; the default."),
        "text/plain": text(undefined, event && answerOf(event).content),
        ...json("ChatAnswer", event && answerOf(event)),
        "text/html": text("For HTML forms."),
      },
    },
    400: errorResponse("The body is not JSON in UTF-8.", t("dialogue:errors.json")),
    403: errorResponse("A browser sent this from another site.", t("dialogue:errors.crossSite")),
    413: errorResponse("The body is longer than 64 KiB.", t("dialogue:errors.tooLarge")),
    415: errorResponse("The body is of another type.", t("dialogue:errors.contentType")),
    422: errorResponse("The body does not fit the schema.", t("dialogue:errors.invalid"), {
      "messages.0.content": [t("dialogue:errors.empty")],
    }),
    429: {
      ...errorResponse("More than 15 questions in a minute.", t("dialogue:errors.rateLimit", { count: 60 })),
      ...retryAfter,
    },
    503: { ...errorResponse("The server is stopping or overloaded.", t("dialogue:errors.busy")), ...retryAfter },
    default: otherError,
  },
});
