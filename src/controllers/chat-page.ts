import type { Request, Response } from "express";
import type { WholeAnswer } from "../assistant/answer.js";
import type { Locale } from "../domain/locale.js";
import { errorBody } from "../http/errors.js";
import { type DialoguePage, presentAnswer, presentProblem } from "../presenters/dialogue-page.js";
import type { Services } from "../services.js";
import { setAnsweredBy } from "./answer-stream.js";
import { formInput } from "./parse-chat.js";

export function chatPages({ config, getFixedT, render }: Services) {
  const show = (response: Response, language: Locale, page: DialoguePage): void => {
    const html = render("pages/dialogue/show.njk", language, page);
    response.set("Content-Language", language).type("html").send(html);
  };

  return {
    async showError(error: unknown, request: Request, response: Response): Promise<void> {
      const { locale, question } = await formInput(request);
      show(response, locale, presentProblem(question, errorBody(error, getFixedT(locale))));
    },

    async showAnswer(response: Response, language: Locale, question: string, answer: WholeAnswer): Promise<void> {
      setAnsweredBy(response, answer);
      show(response, language, await presentAnswer(question, answer, config.baseUrl));
    },
  };
}
