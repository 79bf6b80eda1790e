import { once } from "node:events";
import { Agent, createServer, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "@jest/globals";
import { limitConnections } from "../src/connections.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** Serves "first … last"; the path is the delay of the last part in milliseconds, and / has none. */
async function serve() {
  const server = createServer();
  const connections = limitConnections(server, ({ url }, response) => {
    response.write("first");
    if (url === "/") response.end("last".padStart(5_000_000));
    else setTimeout(() => response.end("last"), Number(url!.slice(1)));
  });
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, connections, port: (server.address() as AddressInfo).port };
}

it("a stop finishes a response in progress, and closes its connection", async () => {
  const { server, connections, port } = await serve();
  const agent = new Agent({ keepAlive: true });
  const [response] = (await once(request({ port, agent, path: "/200" }).end(), "response")) as [NodeJS.ReadableStream];
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");

  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  connections.closeIdle();
  let text = "";
  for await (const chunk of response) text += chunk;

  expect(text).toBe("firstlast");
  await closed; // fails by its time limit if the keep-alive connection of the agent stays open
  agent.destroy();
});

/** Sends the bytes, and more once a response has begun; returns everything received until the connection closes. */
async function exchange(port: number, bytes: string, whenBegun: (socket: Socket) => void = () => {}) {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  let text = "";
  socket.on("data", (chunk) => (text += chunk)).once("data", () => whenBegun(socket));
  socket.write(bytes);
  await once(socket, "close");
  return text;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

it("a stop answers pipelined requests, and closes their connection with the last response", async () => {
  const { server, connections, port } = await serve();
  const text = await exchange(port, get("/50") + get("/200"), () => {
    server.close();
    connections.closeIdle();
  });

  expect(text.match(/first|last/g)).toEqual(["first", "last", "first", "last"]);
});

it("invalid HTTP gets 400, and its connection is closed", async () => {
  const { port } = await serve();
  expect(await exchange(port, "nonsense\r\n\r\n")).toBe("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
});

it("invalid HTTP after a request does not change the response in progress", async () => {
  const { port } = await serve();
  const text = await exchange(port, get("/200"), (socket) => socket.write("nonsense\r\n\r\n"));

  expect(text.match(/HTTP\/1\.1 \d+|first|last/g)).toEqual(["HTTP/1.1 200", "first", "last"]);
});

it("invalid HTTP after a request does not cut off a response that is being sent", async () => {
  const { port } = await serve();
  const text = await exchange(port, `${get("/")}nonsense\r\n\r\n`);

  expect(text.length).toBeGreaterThan(5_000_000);
  expect(text.slice(-11)).toBe("last\r\n0\r\n\r\n");
});

it("requests after one whose response closes the connection are ignored", async () => {
  const done: string[] = [];
  const server = createServer();
  limitConnections(server, ({ url }, response) => {
    done.push(url!);
    response.setHeader("Connection", "close");
    setTimeout(() => response.end("answer"), 50);
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const text = await exchange((server.address() as AddressInfo).port, get("/first") + get("/second"));

  expect(done).toEqual(["/first"]);
  expect(text.match(/answer/g)).toHaveLength(1);
});

it("requests of one connection are answered one at a time and in order", async () => {
  const log: string[] = [];
  const server = createServer();
  limitConnections(server, ({ url }, response) => {
    log.push(`begin ${url}`);
    setTimeout(() => {
      log.push(`end ${url}`);
      response.end("answer");
    }, 20);
  });
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
    if (text.match(/answer/g)?.length === 1) socket.write(get("/3")); // between one response and the next
  });
  socket.write(get("/1") + get("/2"));
  while (log.length < 6) await new Promise((resolve) => setTimeout(resolve, 10));
  socket.destroy();

  expect(log).toEqual(["/1", "/2", "/3"].flatMap((url) => [`begin ${url}`, `end ${url}`]));
});

it("a client with more than a hundred requests behind a slow response is disconnected", async () => {
  const { port } = await serve();
  expect(await exchange(port, get("/2000") + get("/1").repeat(150))).not.toContain("last");
});
