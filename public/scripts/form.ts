/** Tells the form how long the page had been open when it was sent: a machine needs no time (contract §7). */
const opened = performance.now();

for (const field of document.querySelectorAll<HTMLInputElement>('.form-sheet input[type="hidden"]')) {
  field.form?.addEventListener("submit", () => {
    field.value = ((performance.now() - opened) / 1000).toFixed(1);
  });
}
