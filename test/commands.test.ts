import { spawnSync } from "node:child_process";
import { expect, it } from "@jest/globals";
import { copyOf } from "./support/content-copy.js";

it.each(["build", "check-content"])("%s ends with 1 and names the file when something is wrong", (command) => {
  const project = copyOf(".");
  const run = () => {
    const options = { cwd: project.folder, env: {}, encoding: "utf8" } as const;
    const { status, stderr } = spawnSync(process.execPath, [`dist/commands/${command}.js`], options);
    return { status, stderr };
  };
  expect(run()).toEqual({ status: 0, stderr: "" });

  project.change("content/pages/home/sv.md", (text) => `${text}\n[words](/sv/nowhere)\n`); // seen in the made page
  expect(run()).toEqual({ status: 1, stderr: expect.stringMatching(/content\/pages\/home\/sv\.md .*leads nowhere/) });

  project.remove("content/pages/home/nb.md"); // seen in the files
  expect(run()).toEqual({ status: 1, stderr: expect.stringMatching(/content\/pages\/home\/nb\.md.* is missing/) });
});
