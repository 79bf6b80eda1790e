/** The recipe of docs/operating.md, as it is written there: its nginx configuration, environment and restart. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, expect, it } from "@jest/globals";
import { freePort } from "../../support/free-port.js";
import { portOf } from "../../support/listen.js";
import { type Answer, ask, describeWith, get, postForm, start } from "../../support/processes.js";
import { newFolder, storeAt } from "../../support/store.js";

const NGINX = "/usr/sbin/nginx";

let nginx: ChildProcess | undefined;
afterAll(() => void nginx?.kill());

describeWith([NGINX, "/usr/bin/curl"], "Behind nginx", () => {
  it("a restart of one process after the other loses no form and no page", async () => {
    const [folder, data] = [newFolder(), newFolder()];
    const [front, ...ports] = [await freePort(), await freePort(), await freePort()];
    const block = (language: string) =>
      new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, "m")
        .exec(readFileSync("docs/operating.md", "utf8").split("## nginx and systemd")[1]!)![1]!
        .replaceAll("/etc/nginx/conf.d", folder)
        .replaceAll(/\b300[12]\b/g, (port) => String(ports[Number(port) - 3001]))
        .replace("listen 80;", `listen 127.0.0.1:${front};`);
    const environment = /^Environment=(.*)$/m.exec(block("ini"))![1]!;
    const variables = Object.fromEntries(environment.split(" ").map((pair) => pair.split("=")));
    const startOn = (PORT: number) =>
      start({ ...variables, PORT: String(PORT), BASE_URL: "http://www.example.com", DATA_DIR: data });
    const servers = new Map(await Promise.all(ports.map(async (port) => [port, await startOn(port)] as const)));
    for (const { line } of servers.values()) await line("listening");
    const systemd = await portOf(async ({ url }, response) => {
      const port = Number(/^\/restart\/for-commerce@(\d+)$/.exec(url!)?.[1]);
      const { child, ended } = servers.get(port)!;
      child.kill("SIGTERM");
      response.statusCode = (await ended) === 0 ? 200 : 500;
      servers.set(port, await startOn(port));
      response.end();
    });
    const command = `#!/bin/sh
      if [ "$*" = "reload nginx" ]; then exec ${NGINX} -p ${folder} -c nginx.conf -s reload; fi
      exec curl -fsS "http://127.0.0.1:${systemd}/$1/$2"`;
    writeFileSync(path.join(folder, "systemctl"), command, { mode: 0o755 });
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`);
    const upstreams = ports.map((port) => `server 127.0.0.1:${port};\n`).join("");
    writeFileSync(path.join(folder, "for-commerce.servers"), upstreams);
    const http = `access_log off; ${temporary.join(" ")} ${block("nginx")}`;
    const configuration = `daemon off; pid nginx.pid; error_log stderr; events {} http { ${http} }`;
    writeFileSync(path.join(folder, "nginx.conf"), configuration);
    nginx = spawn(NGINX, ["-p", folder, "-c", "nginx.conf"], { stdio: "ignore" });
    while (!(await get(front, "/en").catch(() => undefined))) await wait(50);
    let isOver = false;
    const outcomes: string[] = [];
    /** Spreads requests over the restart, each on a connection of its own, as from a new visitor. */
    const send = async (name: string, pause: number, request: (index: number) => Promise<Answer>) => {
      const sent: Promise<unknown>[] = [];
      for (let index = 0; !isOver; index++, await wait(pause)) {
        const outcome = request(index).catch(({ code }) => ({ status: code }));
        sent.push(outcome.then(({ status }) => outcomes.push(`${name} ${status}`)));
      }
      await Promise.all(sent);
    };
    const contact = (index: number) =>
      postForm(front, `No. ${index}`, "", { agent: false, localAddress: `127.0.1.${index}` });
    const page = (index: number) => ask(front, index % 2 ? "/sv/after-commerce" : "/api/events", { agent: false });
    const visitors = [send("form", 250, contact), send("page", 20, page)]; // a process stores 100 forms a minute
    await wait(500);
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    await promisify(execFile)("sh", ["-c", block("sh")], { env });
    isOver = true;
    await Promise.all(visitors);
    expect(new Set(outcomes)).toEqual(new Set(["form 303", "page 200"]));
    expect(outcomes.length).toBeGreaterThan(300);
    const sent = outcomes.filter((outcome) => outcome.startsWith("form"));
    expect(await storeAt({ folder: data }).list({})).toHaveLength(sent.length);
  });
});
