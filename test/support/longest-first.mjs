import Sequencer from "@jest/test-sequencer";

/** Minutes each, most of them waiting; begun last, they would keep one core idle. */
const longest = ["/long/slow.", "/long/soak.", "/browser/", "/long/"];

/** Without times of an earlier run, as in CI, Jest begins with the largest file. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => longest.findIndex((part) => path.includes(part)) + 1 || longest.length + 1;
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}
