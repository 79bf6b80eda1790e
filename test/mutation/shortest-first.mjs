import Sequencer from "@jest/test-sequencer";
import { knownFiles } from "./known-files.mjs";

/** Jest begins with the longest, which is right for many processes and wrong for one that stops at a failure. */
export default class ShortestFirst extends Sequencer {
  sort(tests) {
    const duration = ({ path }) => knownFiles[path]?.milliseconds ?? 0;
    return [...tests].sort((a, b) => duration(a) - duration(b));
  }
}
