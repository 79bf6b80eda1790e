import { isNode, LineCounter, parseDocument, type YAMLError } from "yaml";

/** Reads YAML 1.2, of which JSON is a part; lines begin at 1. */
export function parseWithLines(text: string) {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const lineAt = (position: number) => lineCounter.linePos(position).line;
  const [first] = document.errors;
  return {
    document,
    error: first && { message: messageOf(first, text), line: lineAt(first.pos[0]) },

    /** Of a value, or of what should contain it. */
    lineOf(path: readonly PropertyKey[]): number {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return 1;
    },
  };
}

function messageOf({ code, message, pos }: YAMLError, text: string): string {
  if (code !== "DUPLICATE_KEY") return `is not YAML: ${message}`;
  const [key] = /^"[^"]*"|[^:\n]*/.exec(text.slice(pos[0]))!;
  return `has the key ${key.trim()} twice`;
}
