import { isAlias, isNode, LineCounter, parseDocument, visit, YAMLWarning } from "yaml";

/** Reads YAML 1.2, of which JSON is a part; lines begin at 1. */
export function parseWithLines(text: string) {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const lineAt = (position: number) => lineCounter.linePos(position).line;
  // YAML reads `*text*` as a reference, and leaves out `&text` and `!text`. No content needs them.
  visit(document, {
    Node(_, node) {
      if (!isAlias(node) && !node.anchor) return;
      document.warnings.push(new YAMLWarning([node.range![0], node.range![1]], "BAD_ALIAS", "a reference"));
    },
  });
  const [first] = [...document.errors, ...document.warnings];
  return {
    document,
    error: first && { message: `is not valid: ${first.message}`, line: lineAt(first.pos[0]) },

    /** The line of a value or, if it is missing, of its parent. */
    lineOf(path: readonly PropertyKey[]): number {
      for (let length = path.length; length > 0; length--) {
        const node = document.getIn(path.slice(0, length), true);
        if (isNode(node) && node.range) return lineAt(node.range[0]);
      }
      return 1;
    },
  };
}
