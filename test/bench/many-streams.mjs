/** Loaded before the site: Mistral may answer as many visitors at once as there may be open streams, and take its time. */
import path from "node:path";
import { pathToFileURL } from "node:url";

const limits = path.join(path.dirname(process.argv[1]), "assistant/limits.js");
const { answerLimits } = await import(pathToFileURL(limits).href);

Object.assign(answerLimits, {
  atOnce: answerLimits.openStreams,
  firstTextMs: 120_000,
  stallMs: 120_000,
  totalMs: 120_000,
});
