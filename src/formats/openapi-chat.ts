import { z } from "zod";
import { chatBody } from "../contracts/chat-request.js";
import { type ErrorExamples, headersOf, problem, reference } from "./openapi-objects.js";

export interface ChatExamples
  extends ErrorExamples<"notJson" | "emptyQuestion" | "crossSite" | "otherType" | "tooLarge" | "rate" | "busy"> {
  readonly question: z.input<typeof chatBody>;
}

/** Dialogue: what is asked, in the forms it may come in, and each form of the answer. */
export function chatOperation(
  chat: ChatExamples,
  { methodNotAllowed, serverError }: ErrorExamples<"methodNotAllowed" | "serverError">,
  localeParameter: object,
) {
  const { $schema, ...schema } = z.toJSONSchema(chatBody, { io: "input" });
  const retryAfter = { "Retry-After": "Seconds to wait." };
  return {
    operationId: "askAssistant",
    summary: "An answer to a question about the site",
    description:
      "15 questions a minute from an address. The answer comes in the form that `Accept` asks for. A form's post is answered by a page, its errors too.",
    tags: ["Assistant"],
    parameters: [{ ...localeParameter, description: "The language of an error that comes before the body is read." }],
    requestBody: {
      required: true,
      description: "At most 64 KiB.",
      content: {
        "application/json": { schema, example: chat.question },
        "application/x-www-form-urlencoded": {
          schema: {
            type: "object",
            properties: { message: { type: "string" }, locale: { type: "string" } },
            required: ["message", "locale"],
          },
        },
      },
    },
    responses: {
      200: {
        description: "The answer, as it is made or at once.",
        headers: headersOf({
          "X-Answered-By": "`site` or `mistral`; `site; fallback` where the site's own model stands in.",
          "Cache-Control": "That it does not keep.",
        }),
        content: {
          "text/event-stream": {
            schema: { type: "string", description: "The AI SDK's UI message stream; the default." },
          },
          "text/plain": { schema: { type: "string" } },
          "application/json": { schema: reference("ChatAnswer") },
          "text/html": { schema: { type: "string", description: "To a form." } },
        },
      },
      400: problem("The body is no JSON.", chat.notJson),
      403: problem("Another site has made a browser send this.", chat.crossSite),
      405: problem("The address can only be sent to.", methodNotAllowed, { Allow: "What it takes." }),
      413: problem("The body is longer than 64 KiB.", chat.tooLarge),
      415: problem("The body is of another type.", chat.otherType, { "Accept-Post": "The types there are." }),
      422: problem("The body does not fit.", chat.emptyQuestion),
      429: problem("More than 15 questions in a minute.", chat.rate, retryAfter),
      500: problem("Something went wrong on the server.", serverError),
      503: problem("The server is about to stop, or has too many answers under way.", chat.busy, retryAfter),
    },
  };
}
