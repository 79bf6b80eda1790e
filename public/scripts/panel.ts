import { isMenuOpen } from "./menu.js";

/** What opens and closes: beside the page where there is room, which stays usable; over it as a modal sheet where not. */
export interface Panel {
  readonly dialog: HTMLDialogElement;
  readonly isBeside: boolean;
  open(): void;
  /** Opens it as it stood on the page before, without taking the focus. */
  stay(): void;
  close(): void;
}

export function createPanel(
  dialog: HTMLDialogElement,
  tab: HTMLElement,
  { focus, changed }: { focus: () => void; changed: () => void },
): Panel {
  const wide = matchMedia("(min-width: 80rem)");
  const opener = buttonInPlaceOf(tab);
  const closer = buttonInPlaceOf(dialog.querySelector<HTMLElement>(".dialogue-close")!);
  opener.setAttribute("aria-controls", dialog.id);
  opener.setAttribute("aria-expanded", "false");
  dialog.classList.add("dialogue-live");
  let returnsFocus = true;

  const panel: Panel = {
    dialog,
    get isBeside() {
      return wide.matches;
    },
    open() {
      if (!dialog.open) show();
      focus();
      changed();
    },
    stay() {
      dialog.classList.add("dialogue-still");
      dialog.open = true;
      opener.setAttribute("aria-expanded", "true");
    },
    close: () => dialog.close(),
  };

  function show() {
    if (wide.matches) dialog.show();
    else dialog.showModal();
    opener.setAttribute("aria-expanded", "true");
  }

  opener.addEventListener("click", panel.open);
  closer.addEventListener("click", panel.close);
  dialog.addEventListener("close", () => {
    if (dialog.open) return; // shown again at once, as the room has changed
    dialog.classList.remove("dialogue-still");
    opener.setAttribute("aria-expanded", "false");
    if (location.hash === `#${dialog.id}`) history.replaceState(null, "", location.pathname + location.search);
    if (returnsFocus) opener.focus({ preventScroll: true });
    returnsFocus = true;
    changed();
  });
  // A modal dialog closes with Escape by itself; beside the page the key is for what is on top of all.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    if (!dialog.open || dialog.matches(":modal") || isMenuOpen()) return;
    returnsFocus = dialog.contains(document.activeElement);
    dialog.close();
  });
  wide.addEventListener("change", () => {
    if (!dialog.open) return;
    const focused = dialog.contains(document.activeElement) ? (document.activeElement as HTMLElement) : undefined;
    dialog.classList.add("dialogue-still");
    dialog.close();
    show();
    focused?.focus({ preventScroll: true });
  });
  const openByAddress = () => location.hash === `#${dialog.id}` && panel.open();
  addEventListener("hashchange", openByAddress);
  queueMicrotask(openByAddress);

  keepAboveKeyboard(dialog);
  keepBelowMasthead(dialog);
  return panel;
}

/** Without scripts these are links; with them they act, as buttons do. */
export function buttonInPlaceOf(link: HTMLElement): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = link.className;
  button.id = link.id;
  button.append(...link.childNodes);
  link.replaceWith(button);
  return button;
}

/** It begins where the masthead ends, and at the top of the window once that has scrolled away. */
function keepBelowMasthead(dialog: HTMLElement): void {
  const masthead = document.querySelector(".masthead");
  if (!masthead) return;
  const measure = () =>
    dialog.style.setProperty("--masthead", `${Math.max(0, masthead.getBoundingClientRect().bottom)}px`);
  addEventListener("scroll", measure, { passive: true });
  new ResizeObserver(measure).observe(masthead); // it grows with the window, and with the letters
}

/** On phones the keyboard covers the foot of the page, and with it what is fixed there. */
function keepAboveKeyboard(dialog: HTMLElement): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const measure = () => {
    const covered = viewport.scale > 1.01 ? 0 : Math.max(0, innerHeight - viewport.height - viewport.offsetTop);
    dialog.style.setProperty("--keyboard", `${Math.round(covered)}px`);
  };
  viewport.addEventListener("resize", measure);
  viewport.addEventListener("scroll", measure);
}
