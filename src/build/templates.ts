import path from "node:path";
import nunjucks from "nunjucks";
import { templateOptions } from "../views.js";

/**
 * Every view as the function it is compiled to: the source of a module whose default export has them by their names.
 */
export function compiledTemplates(root: string): string {
  return nunjucks.precompile(path.join(root, "views"), {
    env: new nunjucks.Environment(null, templateOptions),
    include: ["\\.njk$"],
    wrapper(given) {
      const templates = given as unknown as { name: string; template: string }[]; // its types know of one only
      const entries = templates.map(({ name, template }) => `${JSON.stringify(name)}: (() => {\n${template}\n})()`);
      return `export default {\n${entries.join(",\n")},\n};\n`;
    },
  });
}
