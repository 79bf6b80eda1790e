/**
 * The colours of styles/tokens.css by day, as a picture needs them: those of a room (`data-room`), and of the whole
 * site where the room sets none. Names are the tokens' without hyphens before them: `field`, `on-field`.
 */
export function coloursOf(room: string, css: string): Readonly<Record<string, string>> {
  const set = [":root", `[data-room="${room}"]`].flatMap((selector) => {
    const block = css.split(`\n${selector} {`)[1]?.split("\n}")[0] ?? "";
    return [...block.matchAll(/--([\w-]+): (?:light-dark\()?(#[0-9a-f]+|var\(--[\w-]+\))/g)];
  });
  const colours: Record<string, string> = {};
  for (const [, name, value] of set) {
    const of = /^var\(--(.+)\)$/.exec(value!)?.[1];
    colours[name!] = of === undefined ? value! : colours[of]!;
  }
  return colours;
}
