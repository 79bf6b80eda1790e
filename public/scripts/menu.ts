/** On narrow screens the menu covers the page: it closes when the focus leaves it, and with Escape gives the focus back. */
const menu = document.querySelector<HTMLElement>("#menu");
const button = document.querySelector<HTMLElement>(".menu-button");

document.addEventListener("focusin", ({ target }) => {
  if (!menu || !isPopover(menu) || target === button) return;
  if (target instanceof Node && !menu.contains(target)) menu.hidePopover();
});
menu?.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !isPopover(menu)) return;
  event.preventDefault();
  menu.hidePopover();
  button?.focus();
});

/** False on wide screens, where the menu always stands open. */
function isPopover(element: HTMLElement): boolean {
  return CSS.supports("selector(:popover-open)") && element.matches(":popover-open");
}
