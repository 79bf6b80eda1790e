/**
 * Loaded before the site, which runs from its sources: Mistral may answer as many visitors at once as there may be open
 * streams, and take its time.
 */
import { register } from "tsx/esm/api";

register();
const { answerLimits } = await import("../../src/assistant/limits.ts");

Object.assign(answerLimits, {
  atOnce: answerLimits.openStreams,
  firstTextMs: 120_000,
  stallMs: 120_000,
  totalMs: 120_000,
});
