import { answerText, link, targetOf, withoutLooseEnd } from "./answer-text.js";
import type { Exchange } from "./conversation.js";
import { wordsOn } from "./words.js";

export interface ExchangeView {
  readonly element: HTMLElement;
  /** More of the answer has come. */
  grow(): void;
  /** No more will come. */
  end(): void;
}

const LONG_QUESTION = 140;

/** An exchange as the template has it, on its way into the log. `lang` is the language of the page. */
export function exchangeView(
  exchange: Exchange,
  { template, origin, lang }: { template: HTMLTemplateElement; origin: string; lang: string },
): ExchangeView {
  const element = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
  const find = <Found extends HTMLElement>(name: string) => element.querySelector<Found>(name)!;
  const answer = find(".exchange-answer");
  const words = wordsOn(template);
  let frame = 0;

  find(".exchange-asked").textContent = exchange.question;
  find(".exchange-question").classList.toggle("exchange-long", exchange.question.length > LONG_QUESTION);
  // The page may be in another language by now; what is said about the exchange is in the language of the page.
  for (const name of [".exchange-asked", ".exchange-answer", ".sources ul"]) find(name).lang = exchange.lang;
  // Who listens is told of the answer when it is whole, and not word by word: then it is put in its place anew.
  answer.setAttribute("aria-live", "off");
  answer.setAttribute("aria-busy", "true");
  answer.append(noteOf(words.asking, lang));
  find(".exchange-end").hidden = true;

  /** What cannot be laid out is shown as plain text, and as broken: no answer may seem to be coming for ever. */
  const laidOut = () => {
    try {
      const targets = exchange.sources.flatMap(({ url, title }) => {
        const target = targetOf(url, origin);
        return target ? [{ target, title }] : [];
      });
      return { content: answerText(exchange.answer, origin), targets };
    } catch {
      exchange.ending = "broken";
      return { content: exchange.answer, targets: [] };
    }
  };

  return {
    element,
    grow() {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        try {
          answer.replaceChildren(answerText(withoutLooseEnd(exchange.answer), origin));
        } catch {
          answer.textContent = exchange.answer;
        }
      });
    },
    end() {
      cancelAnimationFrame(frame);
      const whole = answer.cloneNode() as HTMLElement;
      whole.removeAttribute("aria-live");
      whole.removeAttribute("aria-busy");
      const { content, targets } = laidOut();
      whole.append(content);
      if (exchange.ending !== "answered") whole.append(noteOf(words[exchange.ending], lang));
      answer.replaceWith(whole);

      find(".sources ul").append(
        ...targets.map(({ target, title }) => {
          const item = document.createElement("li");
          item.append(link(target.startsWith("/") ? title : target, target));
          return item;
        }),
      );
      find(".sources").hidden = targets.length === 0;
      const isFromPages = exchange.by !== "site" || targets.length > 0;
      find(".exchange-by").textContent = exchange.by && isFromPages ? words[exchange.by] : "";
      find(".exchange-by").hidden = !exchange.by || !isFromPages;
      find(".exchange-copy").hidden = !navigator.clipboard;
      find(".exchange-end").hidden = false;
    },
  };
}

function noteOf(text: string, lang: string): HTMLElement {
  const note = document.createElement("p");
  note.className = "exchange-note";
  note.lang = lang;
  note.textContent = text;
  return note;
}
