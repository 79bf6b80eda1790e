import { expect, it } from "@jest/globals";
import { copyOf } from "../../support/content-copy.js";
import { runNode } from "../../support/run-node.js";

const build = ["--import=tsx", "src/commands/build.ts"];

it.each([
  ["build", build],
  ["check-content", ["dist/commands/check-content.js"]],
])("%s ends with 1 and names the file with the problem", async (_, command) => {
  const { folder, change, remove } = copyOf(".");
  // Another phrase starts a training, which must end with the build.
  change("content/dialogue/sv.txt", (text) => text.replace("# unknown\n", "$&Finns det en hiss?\n"));
  // Seen on the made site.
  change("content/pages/home/sv.md", (text) => text.replace(/^updated: .*$/m, "updated: 2089-12-05"));
  const future = expect.stringMatching(/content\/pages\/home\/sv\.md .*is in the future/);
  expect(await runNode(command, {}, folder)).toMatchObject({ status: 1, stderr: future });

  remove("content/pages/home/nb.md"); // seen in the files
  const missing = expect.stringMatching(/content\/pages\/home\/nb\.md.* is missing/);
  expect(await runNode(command, {}, folder)).toMatchObject({ status: 1, stderr: missing });
});

it("the build fails at an error in a style, and names its line", async () => {
  const { folder, change } = copyOf(".");
  change("public/styles/site.css", (text) => `${text}\n.x { colr: red; }\n`);
  const stderr = expect.stringMatching(/site\.css:\d+:\d+: ERROR: "colr"/);
  expect(await runNode(build, {}, folder)).toMatchObject({ status: 1, stderr });
});
