/** By token name without `--`; `theme` is the value of `data-room` in styles/tokens.css. */
export function coloursOf(theme: string, css: string): Readonly<Record<string, string>> {
  const set = [":root", `[data-room="${theme}"]`].flatMap((selector) => {
    const block = css.split(`\n${selector} {`)[1]?.split("\n}")[0] ?? "";
    return [...block.matchAll(/--([\w-]+): (?:light-dark\()?(#[0-9a-f]+|var\(--[\w-]+\))/g)];
  });
  const colours: Record<string, string> = {};
  for (const [, name, value] of set) {
    const reference = /^var\(--(.+)\)$/.exec(value!)?.[1];
    colours[name!] = reference === undefined ? value! : colours[reference]!;
  }
  return colours;
}
