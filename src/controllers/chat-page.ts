import type { Request, RequestHandler, Response } from "express";
import type { WholeAnswer } from "../assistant/answer.js";
import { MAX_BYTES } from "../contracts/chat-request.js";
import { defaultLocale, isLocale, type Locale } from "../domain/locale.js";
import { cleaned } from "../domain/plain-text.js";
import type { RenderWithErrors } from "../http/errors.js";
import { FORM, textOfRefused, typeOf } from "../http/text-body.js";
import type { Services } from "../services.js";
import { nameAnswerer } from "./answer-stream.js";
import { rendered } from "./rendered.js";

/** Whether it was sent by a form, as browsers without JavaScript do: then everything is answered by a page. */
export function isForm(request: Request): boolean {
  return typeOf(request) === FORM;
}

/** What a form sends, as a program would send it. */
export function bodyOfForm(text: string): unknown {
  const form = new URLSearchParams(text);
  const messages = [{ role: "user", content: form.get("message") ?? "" }];
  return { messages, locale: form.get("locale"), page: form.get("page") ?? undefined };
}

/** The pages that answer forms. */
export function chatPages({ config: { baseUrl }, getFixedT }: Pick<Services, "config" | "getFixedT">) {
  const show = async (response: Response, language: Locale, shown: Shown): Promise<void> => {
    const locals = { t: getFixedT(language), language, ...shown };
    const html = await rendered(response, "pages/dialogue/show.njk", locals);
    response.set("Content-Language", language).type("html").send(html);
  };

  /** Lets errors be a page too, in the form's language and with what was typed, even where it was not read yet. */
  const renderErrorsInForm: RequestHandler = (request, response, next) => {
    const renderWithErrors: RenderWithErrors = async (inWords) => {
      const form = new URLSearchParams(await textOfRefused(request, MAX_BYTES));
      const locale = form.get("locale") ?? "";
      const language = isLocale(locale) ? locale : defaultLocale;
      const { error, details } = inWords(language);
      const text = details?.["messages.0.content"]?.[0] ?? error;
      const retryAfter = Number(response.get("Retry-After")) || null;
      const problem = { status: response.statusCode, text, retryAfter };
      await show(response, language, { question: cleaned(form.get("message") ?? ""), answer: null, problem });
    };
    if (isForm(request)) response.locals.renderWithErrors = renderWithErrors;
    next();
  };

  return {
    renderErrorsInForm,

    async showAnswer(response: Response, language: Locale, question: string, whole: WholeAnswer): Promise<void> {
      const { answerHtml } = await import("../content/answer-html.js"); // not needed at start
      const { content, sources, ...answerer } = whole;
      nameAnswerer(response, answerer);
      const answer = { html: answerHtml(content, baseUrl), sources, ...answerer };
      await show(response, language, { question, answer, problem: null });
    },
  };
}

interface Shown {
  readonly question: string;
  readonly answer: (Omit<WholeAnswer, "content"> & { readonly html: string }) | null;
  readonly problem: { readonly status: number; readonly text: string; readonly retryAfter: number | null } | null;
}
