import { spawnSync } from "node:child_process";
import { expect, it } from "@jest/globals";
import { copyOf } from "../../support/content-copy.js";

it.each([
  ["build", ["--import=tsx", "src/commands/build.ts"]],
  ["check-content", ["dist/commands/check-content.js"]],
])("%s ends with 1 and names the file with the problem", (_, command) => {
  const project = copyOf(".");
  const run = () => {
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: project.folder, env: {}, encoding: "utf8" });
    return { status, stderr };
  };
  // Another phrase starts a training, which must end with the build.
  project.change("content/dialogue/sv.txt", (text) => text.replace("# unknown\n", "$&Finns det en hiss?\n"));
  // Seen on the made site.
  project.change("content/pages/home/sv.md", (text) => text.replace(/^updated: .*$/m, "updated: 2089-12-05"));
  expect(run()).toEqual({
    status: 1,
    stderr: expect.stringMatching(/content\/pages\/home\/sv\.md .*is in the future/),
  });

  project.remove("content/pages/home/nb.md"); // seen in the files
  expect(run()).toEqual({ status: 1, stderr: expect.stringMatching(/content\/pages\/home\/nb\.md.* is missing/) });
});

it("the build fails at an error in a style, and names its line", () => {
  const project = copyOf(".");
  project.change("public/styles/site.css", (text) => `${text}\n.x { colr: red; }\n`);
  const command = ["--import=tsx", "src/commands/build.ts"];
  const { status, stderr } = spawnSync(process.execPath, command, { cwd: project.folder, env: {}, encoding: "utf8" });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/site\.css:\d+:\d+: ERROR: "colr"/)]);
});
