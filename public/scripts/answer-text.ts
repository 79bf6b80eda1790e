/**
 * An answer as nodes: paragraphs, lists, bold, code and links, and everything else as the text it is. What a model writes
 * is never read as HTML.
 */
export function answerText(markdown: string, origin: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  let block: HTMLElement | undefined;
  let isApart = true;
  const begin = (name: string, start = "1") => {
    block = document.createElement(name);
    if (name !== "p") block.setAttribute("role", "list");
    if (start !== "1") block.setAttribute("start", start); // a list that goes on after something else
    fragment.append(block);
    return block;
  };

  for (const line of markdown.split("\n")) {
    const text = line.trim();
    const item = /^(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/.exec(text);
    const list = item && (item[1] ? "OL" : "UL");
    if (item && list) {
      const entry = document.createElement("li");
      entry.append(...inline(item[2] ?? "", origin));
      (block?.tagName === list ? block : begin(list, item[1])).append(entry);
    } else if (text !== "") {
      const heading = /^#{1,6}\s+(.*)$/.exec(text);
      if (heading) begin("p").append(...inline(`**${(heading[1] ?? "").replaceAll("**", "")}**`, origin));
      else if (isApart || !block) begin("p").append(...inline(text, origin));
      else
        (block.lastElementChild?.tagName === "LI" ? block.lastElementChild : block).append(
          " ",
          ...inline(text, origin),
        );
      if (heading) block = undefined;
    }
    isApart = text === "";
  }
  return fragment;
}

/** What of a text that is still being written would show as raw signs: a link without its end, a lone `**` or backtick. */
export function withoutLooseEnd(markdown: string): string {
  const text = markdown.replace(/\[([^\]\n]*)(?:\](?:\([^)\n]*)?)?$/, "$1");
  return ["**", "`"].reduce((shown, sign) => {
    const parts = shown.split(sign);
    const last = parts.length % 2 === 0 ? parts.pop() : "";
    return parts.join(sign) + last;
  }, text);
}

function inline(text: string, origin: string): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(/\*\*(.+?)\*\*|\[([^\]]+)\]\(([^()\s]+)\)|`([^`]+)`/g)) {
    nodes.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[4] !== undefined) {
      const code = document.createElement("code");
      code.textContent = match[4];
      nodes.push(code);
    } else if (match[1] !== undefined) {
      const strong = document.createElement("strong");
      strong.append(...inline(match[1], origin));
      nodes.push(strong);
    } else {
      nodes.push(...linked((match[2] ?? "").replace(/\*\*|`/g, ""), match[3] ?? "", origin));
    }
  }
  return [...nodes, text.slice(end)];
}

/** Within the site the label is the link; one that leads elsewhere shows where, so that no label can hide it. */
function linked(label: string, href: string, origin: string): (Node | string)[] {
  const target = targetOf(href, origin);
  if (!target) return [label];
  if (target.startsWith("/")) return [link(label, target)];
  return label === target ? [link(target, target)] : [`${label} (`, link(target, target), ")"];
}

/**
 * A path of this site, or an address elsewhere that is safe to follow; undefined for all else. `origin` is the site's
 * own name. As the target of a link, a path that begins with `//` would lead to another host (`/.//evil.example`).
 */
export function targetOf(href: string, origin: string): string | undefined {
  const url = parsed(href);
  if (!url) return undefined;
  if (url.origin === location.origin || url.origin === origin)
    return url.pathname.startsWith("//") ? undefined : url.pathname + url.search + url.hash;
  return url.protocol === "https:" && url.username === "" && url.password === "" ? url.href : undefined;
}

/** Safari 16 has no `URL.canParse`. */
function parsed(href: string): URL | undefined {
  try {
    return new URL(href, location.href);
  } catch {
    return undefined;
  }
}

export function link(label: string, target: string): HTMLAnchorElement {
  const element = document.createElement("a");
  element.href = target;
  element.textContent = label;
  if (!target.startsWith("/")) element.rel = "noopener noreferrer nofollow";
  return element;
}
