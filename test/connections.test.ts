import { createServer, type RequestListener } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, it } from "@jest/globals";
import { Connections } from "../src/connections.js";
import { portOf } from "./support/listen.js";

/** Sends "first … last"; the path is the delay of the last part in milliseconds, and / has none. */
const inTwoParts: RequestListener = ({ url }, response) => {
  response.write("first");
  if (url === "/") response.end("last".padStart(5_000_000));
  else setTimeout(() => response.end("last"), Number(url!.slice(1)));
};

async function serve(respond = inTwoParts) {
  const server = createServer();
  const connections = new Connections(server, respond);
  return { server, connections, port: await portOf(server) };
}

/** Sends the bytes, and more once a response has begun; returns everything received until the connection closes. */
async function exchange(port: number, bytes: string, whenBegun: (socket: Socket) => unknown = () => {}) {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  let text = "";
  socket.on("data", (chunk) => (text += chunk)).once("data", () => whenBegun(socket));
  socket.write(bytes);
  await new Promise((resolve) => socket.once("close", resolve));
  return text;
}

const get = (path: string, headers = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
const closing = get("/1", "Connection: close\r\n");

it("a stop finishes responses in progress, and closes their connections", async () => {
  const { server, connections, port } = await serve();
  const text = await exchange(port, get("/200"), () => {
    server.close();
    connections.closeAll();
  });
  expect(text.match(/first|last/g)).toEqual(["first", "last"]);
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

it("the answer in progress is finished when other requests are sent ahead, and closes the connection", async () => {
  const asked: string[] = [];
  const { port } = await serve(({ url }, response) => {
    asked.push(url!);
    setTimeout(() => response.end("last"), 50);
  });
  const post = "POST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx";
  const together = await exchange(port, get("/1") + get("/2").repeat(90));
  const body = await exchange(port, post.replace("/2", "/4") + post);
  expect(asked).toEqual(["/1", "/4"]);
  for (const text of [together, body]) {
    expect(text.match(/last/g)).toHaveLength(1);
    expect(text).toContain("Connection: close");
  }
  const begun = await exchange((await serve()).port, get("/50"), (socket) => socket.write(get("/1") + get("/1")));
  expect(begun.match(/first|last/g)).toEqual(["first", "last"]);
});

it("a connection that sends more than a hundred requests ahead is destroyed, and others are answered", async () => {
  const { port } = await serve();
  const others = Array.from({ length: 5 }, () => exchange(port, closing));
  expect(await exchange(port, get("/200") + get("/1").repeat(200))).not.toContain("last");
  for (const text of await Promise.all(others)) expect(text).toContain("last");
});
