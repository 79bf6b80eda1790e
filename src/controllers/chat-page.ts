import type { Request, Response } from "express";
import type { WholeAnswer } from "../assistant/answer.js";
import { type ChatRequest, MAX_BODY_BYTES } from "../contracts/chat-request.js";
import { defaultLocale, isLocale, type Locale } from "../domain/locale.js";
import { sanitizeText } from "../domain/plain-text.js";
import { errorBody } from "../http/errors.js";
import { renderView } from "../http/render-view.js";
import { readRejectedText } from "../http/text-body.js";
import type { Services } from "../services.js";
import { setAnsweredBy } from "./answer-stream.js";

export function chatPages({ config: { baseUrl }, getFixedT }: Pick<Services, "config" | "getFixedT">) {
  const show = async (response: Response, language: Locale, shown: object): Promise<void> => {
    const model = { t: getFixedT(language), language, ...shown };
    const html = await renderView(response, "pages/dialogue/show.njk", model);
    response.set("Content-Language", language).type("html").send(html);
  };

  return {
    async showError(error: unknown, request: Request, response: Response): Promise<void> {
      const { locale, question } = await formInput(request);
      const { error: message, details } = errorBody(error, getFixedT(locale));
      const text = details?.["messages.0.content"]?.[0] ?? message;
      const retryAfter = Number(response.get("Retry-After")) || null;
      await show(response, locale, {
        question,
        answer: null,
        problem: { status: response.statusCode, text, retryAfter },
      });
    },

    async showAnswer(response: Response, language: Locale, question: string, whole: WholeAnswer): Promise<void> {
      const { answerHtml } = await import("../content/answer-html.js"); // not needed at start
      const { content, sources, ...answerer } = whole;
      setAnsweredBy(response, answerer);
      const answer = { html: answerHtml(content, baseUrl), sources, ...answerer };
      await show(response, language, { question, answer, problem: null });
    },
  };
}

/** An error can occur before the body is read, before it is validated, or later. */
async function formInput(request: Request): Promise<{ locale: Locale; question: string }> {
  if (typeof request.body === "object") {
    const { locale, turns } = request.body as ChatRequest;
    return { locale, question: turns.at(-1)!.content };
  }
  const form = new URLSearchParams(await readRejectedText(request, MAX_BODY_BYTES));
  const locale = form.get("locale") ?? "";
  return { locale: isLocale(locale) ? locale : defaultLocale, question: sanitizeText(form.get("message") ?? "") };
}
