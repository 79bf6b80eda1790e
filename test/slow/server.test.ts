import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "@jest/globals";
import LibSQL from "libsql";
import { ask, get, postForm, say, start } from "../support/server.js";
import { newFolder } from "../support/store.js";

const PRODUCTION = { NODE_ENV: "production", BASE_URL: "https://www.example.com" };

describe("The server", () => {
  it("runs without configuration, and logs JSON lines", async () => {
    const { port, line } = await start();
    const { status, text } = await get(port, "/nb/after-commerce?secret=1");

    expect([status, text.includes('<html lang="nb"')]).toEqual([200, true]);
    expect(await line("request")).toMatchObject({ method: "GET", path: "/nb/after-commerce", status: 200 });
    expect((await get(port, "/healthz")).text).toBe("ready\n");
  });

  it("does not start with an invalid environment, and lists every problem", async () => {
    const { ended, output } = await start({ NODE_ENV: "production", PORT: "many", TRUST_PROXY: "all" });

    expect(await ended).toBe(1);
    expect(output.error).toMatch(/3 problem\(s\)[\s\S]*PORT: [\s\S]*TRUST_PROXY: [\s\S]*BASE_URL: /);
    expect(output.error).not.toContain("    at ");
  });

  it("ends with one sentence if its database was made by version 1.0.0", async () => {
    const folder = newFolder();
    const old = new LibSQL(path.join(folder, "submissions.db"));
    old.exec("CREATE TABLE outbox (submission_id text)");
    old.close();
    const { ended, line } = await start({ DATA_DIR: folder });
    expect(await ended).toBe(1);
    const { level, reason } = (await line("Could not open the submissions store"))!;
    expect({ level, reason }).toEqual({
      level: 50,
      reason: expect.stringMatching(/^The database was made by .*again\.$/),
    });
  });

  it("does not start if its port is in use", async () => {
    const first = await start();
    const second = await start({ PORT: String(first.port) });

    expect(await second.ended).toBe(1);
    expect(second.lines()).toEqual([
      { level: 60, time: expect.any(String), reason: expect.stringContaining("EADDRINUSE"), msg: "Could not listen" },
    ]);
  });

  it("names in production the example facts that the owner has not replaced", async () => {
    const { mail, security, chat, legalName, postalAddress } = JSON.parse(readFileSync("content/site.json", "utf8"));
    const facts = { mail, security, "chat.invite": chat.invite, legalName, postalAddress };
    const shipped = Object.entries(facts).filter(([, fact]) => fact === null || fact.endsWith(".example"));
    const { line } = await start(PRODUCTION);
    const warning = await line(
      "content/site.json still has the example facts it was shipped with",
      shipped.length > 0 ? 30_000 : 1000,
    );

    expect(warning?.fields).toEqual(shipped.length > 0 ? shipped.map(([name]) => name) : undefined);
  });

  it("offers no forms in production without a store, and logs that", async () => {
    const message = "Forms are disabled: in production they need DATABASE_URL or DATA_DIR";
    const { line, port } = await start(PRODUCTION);
    expect(await line(message)).toMatchObject({ level: 40 });
    expect((await get(port, "/en/contact")).text).not.toContain('class="form-sheet"');

    const folder = mkdtempSync(path.join(tmpdir(), "server-"));
    const other = await start({ ...PRODUCTION, DATA_DIR: folder });
    expect((await get(other.port, "/en/contact")).text).toContain('class="form-sheet"');
    expect(other.lines().map(({ msg }) => msg)).not.toContain(message);
    rmSync(folder, { recursive: true });
  });

  it("warns if DATABASE_URL replaces DATA_DIR", async () => {
    const folder = path.join(tmpdir(), "unused");
    const { line } = await start({ DATA_DIR: folder, DATABASE_URL: "postgres://127.0.0.1:1/x" });
    expect(await line("DATA_DIR is not used, because DATABASE_URL is set")).toMatchObject({ level: 40, folder });
  });

  it("logs once which services are configured and connected, without a password", async () => {
    const plain = await start({ DATA_DIR: newFolder() });
    expect(await plain.line("services")).toMatchObject({
      database: "file, connected",
      redis: "none",
      mail: "none",
      mistral: "none",
      webhook: "none",
    });

    const full = await start({
      DATABASE_URL: "postgres://user:pass-word@127.0.0.1:1/x",
      REDIS_URL: "redis://:pass-word@127.0.0.1:1",
      ...{ SMTP_URL: "smtp://user:pass-word@127.0.0.1:1", MAIL_FROM: "a@example.com", SUBMISSIONS_TO: "b@example.com" },
      MISTRAL_API_KEY: "pass-word",
      SUBMISSIONS_WEBHOOK: "https://hooks.slack.com/services/pass-word",
    });
    expect(await full.line("services")).toMatchObject({
      database: "PostgreSQL, unavailable",
      redis: "unavailable",
      mail: "configured, receipts on",
      mistral: "configured, mistral-small-latest",
      webhook: "configured, slack",
    });
    expect(full.output.out).not.toContain("pass-word");
  });

  it("rejects invalid HTTP and headers above 16 KB, and serves the next client", async () => {
    const { port } = await start();
    expect(await say(port, "\x16\x03\x01\x02\x00 nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(await say(port, `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/,
    );
    expect((await get(port, "/sv")).status).toBe(200);
  });

  it("answers pipelined invalid HTTP without a second status in a response, and closes the connection", async () => {
    const { port } = await start();
    const pipelined = await say(port, "GET /en HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n");

    expect(pipelined).not.toMatch(/200 OK[\s\S]*400 Bad Request/);
    expect(await say(port, "nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe("On a signal the server", () => {
  it.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "%s: /healthz is 503, all else is answered until the delay is over, further signals are ignored, and the code is 0",
    async (signal) => {
      const { child, ended, port, line, lines } = await start({ DRAIN_DELAY: "2", DATA_DIR: newFolder() });
      await get(port, "/en");
      child.kill(signal);
      await line("stopping");
      for (const further of ["SIGTERM", "SIGINT", "SIGHUP"] as const) child.kill(further);

      const health = await get(port, "/healthz");
      const page = await get(port, "/en");
      const json = (path: string, body: object) => {
        const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
        return ask(port, path, { method: "POST", headers, body: JSON.stringify(body) });
      };
      const question = { messages: [{ role: "user", content: "When do you meet?" }], locale: "en" };
      expect({
        form: (await postForm(port, "While it stops", "")).status,
        question: (await json("/api/ai/chat", question)).status,
        call: (await json("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" })).status,
      }).toEqual({ form: 303, question: 200, call: 200 });
      expect(health.headers["cache-control"]).toBe("no-store");
      expect([health.status, health.headers["retry-after"], page.status, page.headers.connection]).toEqual([
        503,
        "5",
        200,
        "close",
      ]);
      expect(await ended).toBe(0);
      const messages = lines().map(({ msg }) => msg);
      expect(messages).toEqual(expect.arrayContaining(["cached responses served", "stopped"]));
      expect(messages.filter((message) => message === "stopping")).toHaveLength(1);
    },
  );

  it("cuts off no request of a keep-alive client", async () => {
    const { child, ended, port } = await start(PRODUCTION);
    const agent = new Agent({ keepAlive: true, maxSockets: 8 });
    let stopping = false;
    const outcomes = Promise.all(
      Array.from({ length: 8 }, async () => {
        const statuses: (number | string)[] = [];
        for (;;) {
          const { status, headers } = await get(port, "/en", agent).catch((error) => ({
            status: error.code as string,
            headers: {} as any,
          }));
          statuses.push(status as number);
          if (headers.connection === "close" || (stopping && typeof status === "string")) return statuses;
        }
      }),
    );
    await wait(300);
    child.kill("SIGTERM");
    stopping = true;

    expect(new Set((await outcomes).flat())).toEqual(new Set([200]));
    agent.destroy();
    expect(await ended).toBe(0);
  });

  it("does not wait for a connection without a request", async () => {
    const { child, ended, port } = await start();
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    await once(socket, "connect");
    await get(port, "/en");
    const began = performance.now();
    child.kill("SIGTERM");

    expect(await ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(20_000); // the time limit of responses is 25 s
  });
});
