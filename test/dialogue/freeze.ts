/** `npm run freeze`: copies today's content for the tests, with phrases that train Dialogue in seconds. */
import { writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { readContent, readPhrases } from "../../src/build/read-content.js";
import { createI18n } from "../../src/content/i18n.js";
import { topicOf } from "../../src/dialogue/site/topics.js";
import { inEachLocale } from "../../src/text/locale.js";
import { frozenEventsFile } from "../support/shipped.js";
import { frozenFile } from "./frozen.js";

/** Of the phrases of a place, these and every third of the rest; all of what is no place. */
const FIRST = 8;

const { events, cities, ...content } = JSON.parse(readContent("content", createI18n("locales").getFixedT));
const all = readPhrases("content");
const phrases = inEachLocale((locale) =>
  Object.fromEntries(
    [...all[locale]].map(([name, texts]) => [
      name,
      texts.filter((_, index) => topicOf(name, []).kind !== "place" || index < FIRST || index % 3 === 0),
    ]),
  ),
);
const wholeWindow = { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } };
writeFileSync(frozenEventsFile, `${JSON.stringify({ events, cities }, null, 1)}\n`);
writeFileSync(frozenFile, brotliCompressSync(JSON.stringify({ ...content, phrases }), wholeWindow));
