import { type Outcome, type Part, readAnswer } from "./answer-stream.js";
import { createComposer } from "./composer.js";
import { type Exchange, messagesFor, recall, remember } from "./conversation.js";
import { exchangeView } from "./exchange-view.js";
import { createPanel } from "./panel.js";
import { wordsOn } from "./words.js";

/** Dialogue in the page: what views/macros/dialogue.njk has as forms becomes a conversation. */
function begin(dialog: HTMLDialogElement): void {
  const find = <Found extends HTMLElement>(name: string) => dialog.querySelector<Found>(name)!;
  const [body, log, start] = [find(".dialogue-body"), find(".dialogue-log"), find<HTMLFormElement>(".dialogue-start")];
  const [form, fresh, status] = [find<HTMLFormElement>(".ask"), find(".dialogue-fresh"), find("[role=status]")];
  const template = find<HTMLTemplateElement>("template");
  const words = wordsOn(template);
  const origin = dialog.dataset.origin ?? "";
  // Extensions that translate the page change its `lang`, but not what it sends.
  const lang = form.querySelector<HTMLInputElement>("[name=locale]")!.value;
  const memory = recall();
  let stop: AbortController | undefined;
  let isSeen = false;

  const announce = (text: string) => {
    status.textContent = "";
    status.textContent = text;
  };
  const save = () => {
    memory.isOpen = dialog.open && panel.isBeside;
    memory.readTo = body.scrollTop;
    remember(memory);
  };
  const composer = createComposer(form, {
    words,
    announce,
    send: (question) => void ask(question),
    stop: () => stop?.abort(),
    changed: (draft) => {
      memory.draft = draft;
    },
  });
  const panel = createPanel(dialog, document.querySelector<HTMLElement>(".dialogue-tab")!, {
    focus: () => {
      if (!isSeen) body.scrollTop = (log.lastElementChild as HTMLElement | null)?.offsetTop ?? 0;
      isSeen = true;
      // On a phone or a tablet the keyboard would cover the suggestions.
      if (panel.isBeside || matchMedia("(min-width: 60rem) and (pointer: fine)").matches) composer.focus();
      else find("h2").focus();
    },
    changed: save,
  });

  const add = (exchange: Exchange) => {
    const view = exchangeView(exchange, { template, origin, lang });
    view.element.querySelector(".exchange-copy")!.addEventListener("click", () => void copy(exchange, view.element));
    view.element
      .querySelector(".exchange-again")!
      .addEventListener("click", () => void ask(exchange.question, exchange));
    log.append(view.element);
    return view;
  };
  const showAll = () => {
    log.replaceChildren();
    for (const exchange of memory.exchanges) add(exchange).end();
    arrange();
  };
  /** The opening, with what one might ask, stands there before the first exchange only. */
  const arrange = () => {
    start.hidden = memory.exchanges.length > 0;
    fresh.hidden = !start.hidden;
  };

  /** Asks; in place of the exchange that is asked again, when it is. What cannot be asked goes back to where it was written. */
  async function ask(question: string, replaced?: Exchange): Promise<void> {
    if (stop) return;
    if (memory.waitUntil > Date.now()) {
      if (!replaced) composer.text = question;
      return announce(words.limit);
    }
    const wasBefore = memory.exchanges;
    const before = wasBefore.filter((exchange) => exchange !== replaced);
    const exchange: Exchange = { question, lang, answer: "", sources: [], by: "", ending: "broken" };
    const hadFocus = log.contains(document.activeElement); // as on the button to ask again, which now goes
    if (replaced) log.lastElementChild?.remove();
    const view = add(exchange);
    memory.exchanges = [...before, exchange];
    if (!replaced) composer.text = "";
    composer.note("");
    arrange();
    composer.answering(true, hadFocus);
    announce(words.asking);
    body.scrollTop = view.element.offsetTop;

    const asked = { messages: messagesFor(question, before), locale: lang, page: location.pathname };
    stop = new AbortController();
    const outcome = await readAnswer(form.action, asked, stop, (part) => {
      takeIn(exchange, part);
      if (part.type === "text-delta") view.grow();
    });
    stop = undefined;
    composer.answering(false);
    status.textContent = "";
    if (!memory.exchanges.includes(exchange)) return; // meanwhile another conversation was begun

    if (exchange.answer.trim() !== "") {
      exchange.ending = outcome.kind === "answered" || outcome.kind === "stopped" ? outcome.kind : "broken";
      view.end();
    } else {
      memory.exchanges = wasBefore;
      showAll();
      if (!replaced) composer.text = [question, composer.text].filter(Boolean).join("\n\n");
      sayWhyNot(outcome);
    }
    save();
  }

  function sayWhyNot(outcome: Outcome): void {
    if (outcome.kind === "stopped") return;
    if (outcome.kind !== "refused") {
      composer.note(navigator.onLine ? words.failed : words.offline);
      return;
    }
    const { status, text, wait } = outcome;
    const why = status === 429 ? words.limit : status === 503 ? words.busy : text || words.failed;
    if (wait > 0 || status === 429) {
      memory.waitUntil = Date.now() + (wait || 60) * 1000;
      composer.waitUntil(memory.waitUntil, why);
    } else composer.note(why);
  }

  async function copy(exchange: Exchange, element: HTMLElement): Promise<void> {
    const sources = exchange.sources.map(({ title, url }) => `${title}: ${url}`).join("\n");
    const answer = element.querySelector<HTMLElement>(".exchange-answer")!;
    try {
      await navigator.clipboard.writeText([answer.innerText, sources].filter(Boolean).join("\n\n"));
    } catch {
      return getSelection()?.selectAllChildren(answer); // browsers within apps may refuse
    }
    const button = element.querySelector(".exchange-copy")!;
    const label = button.textContent;
    button.textContent = words.copied;
    announce(words.copied);
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  }

  start.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter instanceof HTMLButtonElement) void ask(event.submitter.value);
    composer.focus();
  });
  fresh.addEventListener("click", () => {
    stop?.abort();
    memory.exchanges = [];
    showAll();
    save();
    announce(words.fresh);
    composer.focus();
  });
  log.addEventListener("click", (event) => {
    // A link within the page would scroll to where the sheet covers it.
    if (!panel.isBeside && event.target instanceof HTMLAnchorElement) panel.close();
  });
  addEventListener("pagehide", () => {
    if (stop && memory.exchanges.at(-1)?.answer === "") memory.draft = memory.exchanges.pop()!.question;
    save();
    stop?.abort();
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    Object.assign(memory, recall()); // another page of the tab may have gone on
    showAll();
  });

  showAll();
  composer.text = memory.draft;
  if (memory.waitUntil > Date.now()) composer.waitUntil(memory.waitUntil, words.limit);
  if (memory.isOpen && panel.isBeside) {
    const { readTo } = memory;
    panel.stay();
    body.scrollTop = readTo;
    isSeen = true;
  }
}

function takeIn(exchange: Exchange, part: Part): void {
  const { answeredBy, fallback } = part.messageMetadata ?? {};
  if (answeredBy === "site" || answeredBy === "mistral") exchange.by = fallback ? "fallback" : answeredBy;
  if (part.type === "text-delta") exchange.answer += part.delta ?? "";
  if (part.type === "source-url" && part.url && !exchange.sources.some(({ url }) => url === part.url))
    exchange.sources.push({ url: part.url, title: part.title ?? part.url });
}

const dialog = document.querySelector<HTMLDialogElement>("#dialogue-panel");
if (dialog) begin(dialog);
