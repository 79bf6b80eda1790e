import { eventLocaleQuery } from "../events/query.js";
import { defaultLocale } from "../text/locale.js";
import { errorResponses, jsonContent, queryParameters, textValue } from "../documents/openapi.js";

export const chatOperation = () => ({
  operationId: "askAssistant",
  summary: "Ask a question about the site",
  description: "At most 15 questions a minute for each client. `Accept` selects the form of the answer.",
  tags: ["Assistant"],
  parameters: [
    {
      ...queryParameters(eventLocaleQuery)[0],
      description: "The language of errors that are found before the body is read.",
    },
  ],
  requestBody: {
    required: true,
    description: "At most 64 KiB.",
    // Forms are left out, because a generated client takes the wrong one of two types.
    content: jsonContent("ChatRequest", {
      messages: [{ role: "user", content: "When is the next event?" }],
      locale: defaultLocale,
    }),
  },
  responses: {
    200: {
      description: "The answer, as a stream or at once. The links in its text begin with `/`.",
      headers: {
        "X-Answered-By": textValue(
          "`mistral`, `site`, or `site; fallback` if the site's own model stood in for Mistral.",
        ),
      },
      content: {
        "text/event-stream": textValue("The AI SDK's UI message stream; the default."),
        "text/plain": textValue(),
        ...jsonContent("ChatAnswer"),
      },
    },
    ...errorResponses({
      400: "The body is not JSON in UTF-8.",
      403: "A browser sent this from another site.",
      413: "The body is longer than 64 KiB.",
      415: "The body is of another type.",
      422: "The body does not fit the schema.",
      429: "More than 15 questions in a minute.",
      503: "The server is stopping or overloaded.",
    }),
  },
});
