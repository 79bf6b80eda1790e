import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, it } from "@jest/globals";
import { DIRECT, limitConnections, PROXIED } from "../src/connections.js";
import { portOf } from "./support/listen.js";

/** Sends "first … last"; the path is the delay of the last part in milliseconds, and / has none. */
const inTwoParts: RequestListener = ({ url }, response) => {
  response.write("first");
  if (url === "/") response.end("last".padStart(5_000_000));
  else setTimeout(() => response.end("last"), Number(url!.slice(1)));
};

async function serve(limits = DIRECT, respond = inTwoParts, server = createServer()) {
  const connections = limitConnections(server, respond, limits);
  return { server, connections, port: await portOf(server) };
}

/** Sends the bytes, and more once a response has begun; returns everything received until the connection closes. */
async function exchange(port: number, bytes: string, whenBegun: (socket: Socket) => void = () => {}) {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  let text = "";
  socket.on("data", (chunk) => (text += chunk)).once("data", () => whenBegun(socket));
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const closing = get("/1", "Connection: close\r\n");
/** How many of the requests are answered until the connection closes. */
const answersTo = async (port: number, bytes: string) => (await exchange(port, bytes)).match(/last/g)?.length ?? 0;

it("a stop finishes responses in progress, also of pipelined requests, and closes their connection with the last response", async () => {
  const { server, connections, port } = await serve();
  const text = await exchange(port, get("/50") + get("/200"), () => {
    server.close();
    connections.closeIdle();
  });
  expect(text.match(/first|last/g)).toEqual(["first", "last", "first", "last"]);
});

it("invalid HTTP gets 400, but neither changes nor cuts off a response in progress, and closes the connection", async () => {
  const { port } = await serve();
  expect(await exchange(port, "nonsense\r\n\r\n")).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  const short = await exchange(port, get("/200"), (socket) => socket.write("nonsense\r\n\r\n"));
  expect(short.match(/HTTP\/1\.1 \d+|first|last/g)).toEqual(["HTTP/1.1 200", "first", "last"]);
  const long = await exchange(port, `${get("/")}nonsense\r\n\r\n`);
  expect(long.length).toBeGreaterThan(5_000_000);
  expect(long.slice(-11)).toBe("last\r\n0\r\n\r\n");
});

it("requests of one connection are answered in order and one at a time, until a response closes it", async () => {
  const log: string[] = [];
  const { port } = await serve(DIRECT, ({ url }, response) => {
    log.push(`begin ${url}`);
    if (url === "/3") response.setHeader("Connection", "close");
    response.once("finish", () => log.push(`end ${url}`));
    setTimeout(() => response.end("last"), 50);
  });
  const text = await exchange(port, get("/1") + get("/2"), (socket) => socket.write(get("/3") + get("/4")));

  expect(log).toEqual(["/1", "/2", "/3"].flatMap((url) => [`begin ${url}`, `end ${url}`]));
  expect(text.match(/last/g)).toHaveLength(3);
});

it("a client with more than ten requests behind a slow response is disconnected, a proxy with more than a hundred", async () => {
  const count = async (limits: typeof DIRECT, ahead: number) =>
    answersTo((await serve(limits)).port, get("/200") + get("/1").repeat(ahead - 1) + closing);
  expect({ ten: await count(DIRECT, 10), eleven: await count(DIRECT, 11) }).toEqual({ ten: 11, eleven: 0 });
  expect({ hundred: await count(PROXIED, 100), more: await count(PROXIED, 101) }).toEqual({ hundred: 101, more: 0 });
});

it("a request with a body behind another closes the connection", async () => {
  const { port } = await serve();
  const post = (framing: string) => `POST /1 HTTP/1.1\r\nHost: x\r\n${framing}\r\n`;
  expect({
    length: await answersTo(port, get("/200") + post("Content-Length: 1\r\n")),
    chunked: await answersTo(port, get("/200") + post("Transfer-Encoding: chunked\r\n")),
    first: await answersTo(port, `${post("Content-Length: 1\r\nConnection: close\r\n")}x`),
  }).toEqual({ length: 0, chunked: 0, first: 1 });
});

it("a connection is closed if what all connections have queued is too much, and the rest is answered", async () => {
  const { port } = await serve();
  const long = get("/1", `X: ${"x".repeat(15_000)}\r\n`);
  const send = () => answersTo(port, get("/500") + long.repeat(8) + closing);
  const answers = await Promise.all(Array.from({ length: 100 }, send));

  expect(new Set(answers)).toEqual(new Set([0, 10]));
  expect(await send()).toBe(10);
});

it("connections are counted by client, an IPv6 /56", async () => {
  let remoteAddress = "";
  const server = createServer().on("connection", (socket) =>
    Object.defineProperty(socket, "remoteAddress", { value: remoteAddress }),
  );
  const { port } = await serve({ ...DIRECT, perClient: 2 }, (_request, response) => void response.end(), server);
  const open = async (addresses: string[]) => {
    let count = 0;
    for (remoteAddress of addresses) {
      const socket = connect(port, "127.0.0.1").on("error", () => {});
      socket.write(get("/"));
      count += await Promise.race([once(socket, "data").then(() => 1), once(socket, "close").then(() => 0)]);
    }
    return count;
  };

  expect({
    IPv4: await open(Array(3).fill("192.0.2.1")),
    "another IPv4": await open(["192.0.2.2"]),
    "IPv6 /56": await open(["2001:db8:1::1", "2001:db8:1::2", "2001:db8:1:f::3"]),
    "another /56": await open(["2001:db8:1:100::1"]),
  }).toEqual({ IPv4: 2, "another IPv4": 1, "IPv6 /56": 2, "another /56": 1 });
});
