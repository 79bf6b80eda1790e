import path from "node:path";
import nunjucks from "nunjucks";
import { templateOptions } from "../views.js";

export function compiledTemplates(root: string): string {
  return nunjucks.precompile(path.join(root, "views"), {
    env: new nunjucks.Environment(null, templateOptions),
    include: ["\\.njk$"],
    wrapper(compiled) {
      const templates = compiled as unknown as { name: string; template: string }[]; // its types allow only one
      const entries = templates.map(({ name, template }) => `${JSON.stringify(name)}: (() => {\n${template}\n})()`);
      return `export default {\n${entries.join(",\n")},\n};\n`;
    },
  });
}
