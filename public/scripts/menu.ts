/** On narrow screens the menu covers the page: it closes when the focus leaves it, and with Escape gives the focus back. */
const menu = document.querySelector<HTMLElement>("#menu");
const button = document.querySelector<HTMLElement>(".menu-button");

document.addEventListener("focusin", ({ target }) => {
  if (!menu || !isMenuOpen() || target === button) return;
  if (target instanceof Node && !menu.contains(target)) menu.hidePopover();
});
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isMenuOpen()) return;
  event.preventDefault();
  menu.hidePopover();
  button?.focus();
});

/** False on wide screens, where the menu always stands open. Browsers without popovers reject the selector. */
export function isMenuOpen(): boolean {
  return CSS.supports("selector(:popover-open)") && document.querySelector(":popover-open") !== null;
}
