/** Strange HTTP that Node lets through gets an answer, or its connection is closed. */
import { expect, it } from "@jest/globals";
import { get, open, start } from "../../support/processes.js";
import { newFolder } from "../../support/store.js";

const HOST = "Host: x\r\n";
const CLOSE = "Connection: close\r\n";
const FORM = "Content-Type: application/x-www-form-urlencoded\r\n";
const another = "GET /en HTTP/1.1\r\nHost: x\r\n\r\n";
const page = (headers: string, line = "GET /en HTTP/1.1") => `${line}\r\n${HOST}${headers}\r\n`;
let posts = 0;
/** A form from an address of its own, which may send only a few. */
const post = (headers: string, body = "") =>
  `POST /en/contact HTTP/1.1\r\n${HOST}${FORM}X-Forwarded-For: 198.18.0.${++posts}\r\n${headers}\r\n${body}`;

/** The bytes, and the status of each response. The server closes each connection. */
const cases: Record<string, readonly [string, ...number[]]> = {
  "too many headers": [page("name: value\r\n".repeat(3000)), 431],
  "a long target that can be read": [page(CLOSE, `GET /en/${"a".repeat(12_000)} HTTP/1.1`), 404],
  "junk after a request": [`${page("")}\0\x01junk\r\n\r\n`, 200],
  "a length beside chunks": [post("Content-Length: 4\r\nTransfer-Encoding: chunked\r\n", `0\r\n\r\n${another}`), 400],
  "an upgrade to WebSocket": [page("Connection: Upgrade, close\r\nUpgrade: websocket\r\n"), 200],
  "OPTIONS *": [page(CLOSE, "OPTIONS * HTTP/1.1"), 400],
  "another site's address": [page(CLOSE, "GET http://elsewhere.example/en HTTP/1.1"), 200],
  "an Expect: 100-continue": [post(`${CLOSE}Expect: 100-continue\r\nContent-Length: 1\r\n`, "x"), 100, 422],
  "an unknown Expect": [post(`${CLOSE}Expect: a-miracle\r\nContent-Length: 1\r\n`, "x"), 422],
  "a body of 500 MB on a GET": [page("Content-Length: 500000000\r\n", "GET /en/no-such-page HTTP/1.1"), 404],
};

it("a strange request gets its status, and the next client is served", async () => {
  const server = await start({ DATA_DIR: newFolder(), TRUST_PROXY: "1" });
  for (const [name, [bytes, ...statuses]] of Object.entries(cases)) {
    const { heard, closed, socket } = open(server.port, bytes);
    await closed; // otherwise the test fails by its time limit
    socket.destroy();
    const received = [...heard.text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
    const next = (await get(server.port, "/en")).status;
    expect({ name, statuses: received, next }).toEqual({ name, statuses, next: 200 });
  }
  expect({ errors: server.errors(), error: server.output.error }).toEqual({ errors: [], error: "" });
});

it("the last of 200 header lines is read, because proxies append theirs, and more get an error page", async () => {
  const { port } = await start();
  const ask = async (lines: number, first: string, last: string) => {
    const { heard, closed } = open(port, `GET /sv HTTP/1.1\r\n${first}${"a:\r\n".repeat(lines - 2)}${last}\r\n`);
    await closed;
    return heard.text;
  };
  expect(await ask(200, CLOSE, HOST)).toMatch(/^HTTP\/1\.1 200 /); // without Host it would be 400
  for (const lines of [201, 202])
    expect(await ask(lines, HOST, CLOSE)).toMatch(/^HTTP\/1\.1 431 [\s\S]*<html lang="sv"/);
});
