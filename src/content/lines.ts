import { isNode, LineCounter, parseDocument } from "yaml";

/** Reads YAML 1.2, of which JSON is a part; lines begin at 1. */
export function parseWithLines(text: string) {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  return {
    document,
    error: document.errors.map(({ code, message, pos: [at] }) => ({
      message: code === "DUPLICATE_KEY" ? `has the key ${keyAt(text, at)} twice` : `is not YAML: ${message}`,
      line: lineCounter.linePos(at).line,
    }))[0],

    /** Of a value, or of what should contain it. */
    lineOf(path: readonly PropertyKey[]): number {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineCounter.linePos(node.range[0]).line;
      }
      return 1;
    },
  };
}

const keyAt = (text: string, at: number) => /^"[^"]*"|[^:\n]*/.exec(text.slice(at))![0].trim();
