/** In which order the files of tests are begun. */
import Sequencer from "@jest/test-sequencer";

/** Begun last, they would keep the other cores waiting: half a minute, and minutes each. */
const longest = ["/dialogue/answers.", "/browser/pages.", "/attacks.", "/long/", "/fuzz.", "/browser/", "/commands/"];

/** Without times of an earlier run, as in CI, Jest begins with the largest file. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => longest.findIndex((part) => path.includes(part)) + 1 || longest.length + 1;
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}
