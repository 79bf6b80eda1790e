/** Trains on the examples that its parent sends, and sends the model back. */
import { type Example, train } from "./train.js";

process.once("message", (examples: Example[]) => {
  process.send!(train(examples), () => process.disconnect());
});
