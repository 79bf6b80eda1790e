import { buttonInPlaceOf } from "./panel.js";

/** The address of a date, which browsers that can share it turn into a button. */
for (const link of document.querySelectorAll<HTMLAnchorElement>("a[data-share]")) {
  if (!("share" in navigator)) break;
  const place = link.parentElement;
  const button = buttonInPlaceOf(link);
  button.textContent = link.dataset.share ?? "";
  button.addEventListener("click", () => {
    const { title } = document;
    navigator.share({ title, url: link.href }).catch(() => undefined); // the visitor thought better of it
  });
  place?.replaceChildren(button); // in place of the address and its label
}
