import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import { newFolder } from "./folder.js";
import { freePort } from "./free-port.js";
import { endProgram, startProgram } from "./program.js";

/** A window of a browser that playwright-core cannot drive. */
export interface EngineWindow {
  resize(width: number): Promise<void>;
  /** Returns when the page is loaded. */
  open(url: string): Promise<void>;
  /** The value of the last expression of a script; promises are awaited, and the value must be JSON. */
  evaluate<Value>(script: string): Promise<Value>;
  close(): Promise<void>;
}

const HEIGHT = 900;

/** Debian's firefox-esr, by WebDriver BiDi (W3C), which it speaks itself. */
export async function openFirefox(): Promise<EngineWindow> {
  const options = ["--headless", "--no-remote", "--profile", newFolder(), "--remote-debugging-port", "0"];
  const listening = /WebDriver BiDi listening on (ws:\S+)\n/;
  const { child: firefox, match } = await startProgram("firefox-esr", options, listening);
  const socket = new WebSocket(`${match[1]}/session`);
  await once(socket, "open");
  const waiting = new Map<number, (message: any) => void>();
  socket.on("message", (data) => {
    const message = JSON.parse(String(data));
    waiting.get(message.id)?.(message);
  });
  let id = 0;
  const call = async (method: string, params: object) => {
    const answer = new Promise<any>((resolve) => waiting.set(++id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answer;
    if (type === "error") throw new Error(`${method}: ${message}`);
    return result;
  };
  await call("session.new", { capabilities: {} });
  const { context } = await call("browsingContext.create", { type: "window" });
  return {
    resize: (width) => call("browsingContext.setViewport", { context, viewport: { width, height: HEIGHT } }),
    open: (url) => call("browsingContext.navigate", { context, url, wait: "complete" }),
    async evaluate(script) {
      const expression = `(async () => JSON.stringify(await (${script})))()`;
      const { type, result, exceptionDetails } = await call("script.evaluate", {
        ...{ expression, target: { context }, awaitPromise: true, userActivation: true },
      });
      if (type === "exception") throw new Error(exceptionDetails.text);
      return result.type === "string" ? JSON.parse(result.value) : undefined;
    },
    async close() {
      socket.close();
      await endProgram(firefox);
    },
  };
}

/** Debian's webkit2gtk-driver, by WebDriver (W3C); its browser needs a display, which xvfb pretends to be. */
export async function openWebKit(): Promise<EngineWindow> {
  const screen = ["-displayfd", "2", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const { child: xvfb, match } = await startProgram("Xvfb", screen, /^(\d+)\n/m);
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${match[1]}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" },
    stdio: "ignore",
  });
  const call = async (method: string, address: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      body: body ? JSON.stringify(body) : null,
    });
    const { value } = (await response.json()) as { value: any };
    if (!response.ok) throw new Error(`${address}: ${value.message}`);
    return value;
  };
  for (let tries = 50; tries > 0; tries--) {
    const isReady = await call("GET", "/status").then(
      () => true,
      () => false,
    );
    if (isReady) break;
    await wait(100);
  }
  const places = readdirSync("/usr/lib").map((folder) => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`);
  const browser = places.find(existsSync);
  const capabilities = { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] } };
  const { sessionId } = await call("POST", "/session", { capabilities: { alwaysMatch: capabilities } });
  const session = `/session/${sessionId}`;
  return {
    resize: (width) => call("POST", `${session}/window/rect`, { x: 0, y: 0, width, height: HEIGHT }),
    open: (url) => call("POST", `${session}/url`, { url }),
    async evaluate(expression) {
      const script = `const done = arguments[0]; (async () => ${expression})().then(done, (error) => done({ failed: String(error) }))`;
      const value = await call("POST", `${session}/execute/async`, { script, args: [] });
      if (value?.failed) throw new Error(value.failed);
      return value;
    },
    async close() {
      await call("DELETE", session).catch(() => {});
      await endProgram(driver);
      await endProgram(xvfb);
    },
  };
}
