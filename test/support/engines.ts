import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { WebSocket } from "ws";
import { newFolder } from "./folder.js";
import { freePort } from "./free-port.js";
import { endProgram, startProgram } from "./programs.js";

/** A window of a browser that playwright-core cannot drive. It takes one command at a time. */
export interface EngineWindow {
  resize(width: number): Promise<void>;
  /** Returns when the page is loaded. */
  open(url: string): Promise<void>;
  /** The value of an expression; promises are awaited, and the value must be JSON. */
  evaluate<Value>(expression: string): Promise<Value>;
  close(): Promise<void>;
}

const HEIGHT = 900;

/** Debian's firefox-esr, by WebDriver BiDi (W3C), which it speaks itself. */
export async function openFirefox(): Promise<EngineWindow> {
  const options = ["--headless", "--no-remote", "--profile", newFolder(), "--remote-debugging-port", "0"];
  const { child: firefox, match } = await startProgram("firefox-esr", options, /BiDi listening on (ws:\S+)\n/);
  const socket = new WebSocket(`${match[1]}/session`);
  await once(socket, "open");
  const call = async (method: string, params: object) => {
    socket.send(JSON.stringify({ id: 1, method, params }));
    const [data] = await once(socket, "message");
    const { type, result, message } = JSON.parse(String(data));
    if (type === "error") throw new Error(`${method}: ${message}`);
    return result;
  };
  await call("session.new", { capabilities: {} });
  const { context } = await call("browsingContext.create", { type: "window" });
  return {
    resize: (width) => call("browsingContext.setViewport", { context, viewport: { width, height: HEIGHT } }),
    open: (url) => call("browsingContext.navigate", { context, url, wait: "complete" }),
    async evaluate(script) {
      const expression = `(async () => JSON.stringify(await (${script})) ?? "null")()`;
      const asked = { expression, target: { context }, awaitPromise: true, userActivation: true };
      const { result, exceptionDetails } = await call("script.evaluate", asked);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
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
  const env = { ...process.env, DISPLAY: `:${match[1]}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" };
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });
  const ask = (path: string, options?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, options);
  for (let tries = 50; tries > 0 && !(await ask("/status").catch(() => null)); tries--) await wait(100);
  const call = async (path: string, body: object) => {
    const response = await ask(path, { method: "POST", body: JSON.stringify(body) });
    const { value } = (await response.json()) as { value: any };
    if (!response.ok) throw new Error(`${path}: ${value.message}`);
    return value;
  };
  const session = `/session/${(await call("/session", { capabilities: {} })).sessionId}`;
  return {
    resize: (width) => call(`${session}/window/rect`, { x: 0, y: 0, width, height: HEIGHT }),
    open: (url) => call(`${session}/url`, { url }),
    evaluate: (expression) => call(`${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    async close() {
      await ask(session, { method: "DELETE" }).catch(() => {});
      await endProgram(driver);
      await endProgram(xvfb);
    },
  };
}
