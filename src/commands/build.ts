/**
 * `npm run build`, after the compiler: styles, font, icons and share images into dist/public, and nothing else there.
 * Ends with exit code 1, and says why, when the content is such that a page could not be made of it.
 */
import path from "node:path";
import { buildAssets } from "../build/assets.js";
import { removeOthers } from "../build/built-files.js";
import { problemsOfSite } from "../build/check-site.js";
import { buildImages } from "../build/images.js";
import { readConfig } from "../config.js";
import { openLibrary } from "../content/library.js";
import { ContentError } from "../content/problems.js";
import { openTranslator, wordsIn } from "../content/translator.js";
import { createServices, root } from "../services.js";

const folder = path.join(root, "dist/public");

try {
  const config = readConfig({});
  const translator = openTranslator(path.join(root, "locales"));
  const library = openLibrary(path.join(root, "content"), {
    words: (locale) => wordsIn(translator, locale),
    baseUrl: config.baseUrl,
  });
  const addresses = [...(await buildAssets(root, folder)), ...buildImages(root, folder, library)];
  removeOthers(folder, addresses);
  console.log(`dist/public holds ${addresses.length} files`);

  const problems = await problemsOfSite(createServices(config, { library, translator }));
  if (problems.length > 0) throw new ContentError(problems);
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
