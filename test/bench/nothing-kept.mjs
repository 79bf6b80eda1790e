/** Loaded before the site: when it is told so, nothing that is made is found again, and nothing is compressed. */
import path from "node:path";
import { pathToFileURL } from "node:url";

const kept = path.join(path.dirname(process.argv[1]), "middleware/kept-answers.js");
const { KeptAnswers } = await import(pathToFileURL(kept).href);

process.on("message", (message) => {
  if (message !== "keep nothing") return;
  KeptAnswers.prototype.find = () => undefined;
  KeptAnswers.prototype.keepText = function (address, kind, headers, text) {
    return this.keep(address, kind, headers, { identity: Buffer.from(text) });
  };
});
