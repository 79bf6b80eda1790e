import { numbered, type Words } from "./words.js";

/** Where a question is written: it grows with the text, counts it near the limit, and waits when the server says so. */
export interface Composer {
  text: string;
  focus(): void;
  /** While an answer comes there is a button to stop it in place of the one that sends; it can take the focus. */
  answering(isAnswering: boolean, takesFocus?: boolean): void;
  /** Says under the text what keeps it from being sent; an empty text takes the note away. */
  note(text: string): void;
  /** No question can be sent before then: the seconds are counted down beside the text. */
  waitUntil(instant: number, why: string): void;
}

/** From so many characters before the limit they are counted. */
const COUNTED = 400;

interface Uses {
  readonly words: Words;
  readonly announce: (text: string) => void;
  readonly send: (question: string) => void;
  readonly stop: () => void;
  readonly changed: (draft: string) => void;
}

export function createComposer(form: HTMLFormElement, { words, announce, send, stop, changed }: Uses): Composer {
  const field = form.querySelector("textarea")!;
  const sendButton = form.querySelector<HTMLButtonElement>(".ask-send")!;
  const stopButton = form.querySelector<HTMLButtonElement>(".ask-stop")!;
  const noteLine = form.querySelector<HTMLElement>(".ask-note")!;
  let timer = 0;
  let isWaiting = false;
  let isAnswering = false;

  const most = field.maxLength;
  field.removeAttribute("maxlength"); // what is too long is counted, not cut
  field.rows = 1;
  field.setAttribute("aria-describedby", noteLine.id);
  form.noValidate = true;

  /** As the server counts: an emoji is one. */
  const length = () => [...field.value].length;
  const isTooLong = () => length() > most;
  const setNote = (text: string) => {
    noteLine.textContent = text;
    noteLine.hidden = text === "";
  };
  const fitToText = () => {
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
    const wasTooLong = field.getAttribute("aria-invalid") === "true";
    if (isTooLong() !== wasTooLong) {
      field.setAttribute("aria-invalid", String(isTooLong()));
      if (isTooLong()) announce(counted());
    }
    if (!isWaiting) setNote(length() > most - COUNTED ? counted() : "");
    sendButton.setAttribute("aria-disabled", String(isWaiting || isTooLong()));
  };
  const counted = () => numbered(isTooLong() ? words.over : words.left, Math.abs(most - length()));

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const question = field.value.trim();
    if (question === "") return field.focus();
    if (isAnswering) return;
    if (isWaiting || isTooLong()) return announce(noteLine.textContent ?? "");
    send(question);
  });
  field.addEventListener("keydown", (event) => {
    // While a word is being composed, as in Japanese, Enter chooses it; 229 is how Safari says so.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    form.requestSubmit();
  });
  field.addEventListener("input", () => {
    fitToText();
    changed(field.value);
  });
  stopButton.addEventListener("click", (event) => event.detail < 2 && stop()); // not the second half of a double click on Ask

  return {
    get text() {
      return field.value;
    },
    set text(text: string) {
      field.value = text;
      fitToText();
      changed(text);
    },
    focus: () => field.focus({ preventScroll: true }),
    answering(now, takesFocus = false) {
      isAnswering = now;
      const [shown, hidden] = now ? [stopButton, sendButton] : [sendButton, stopButton];
      const hadFocus = document.activeElement === hidden;
      shown.hidden = false;
      hidden.hidden = true;
      if (hadFocus || takesFocus) shown.focus();
    },
    note(text) {
      setNote(text);
      announce(text);
    },
    waitUntil(instant, why) {
      clearInterval(timer);
      isWaiting = true;
      const left = () => Math.ceil((instant - Date.now()) / 1000);
      const tick = () => {
        if (left() > 0) return setNote(`${why} ${numbered(words.wait, left())}`.trim());
        clearInterval(timer);
        isWaiting = false;
        fitToText();
        announce(words.ready);
      };
      tick();
      fitToText();
      announce(noteLine.textContent ?? "");
      timer = setInterval(tick, 1000) as unknown as number;
    },
  };
}
