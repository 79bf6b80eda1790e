/** Loaded before the site: Mistral may answer as many visitors at once as there may be open streams. */
import path from "node:path";
import { pathToFileURL } from "node:url";

const limits = path.join(path.dirname(process.argv[1]), "assistant/limits.js");
const { answerLimits } = await import(pathToFileURL(limits).href);

answerLimits.atOnce = answerLimits.openStreams;
