import { once } from "node:events";
import { Agent, createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { afterEach, expect, it } from "@jest/globals";
import { watchConnections } from "../src/connections.js";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function serve(milliseconds: number) {
  const server = createServer((_request, response) => {
    response.write("first ");
    setTimeout(() => response.end("last"), milliseconds);
  });
  servers.push(server);
  const connections = watchConnections(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, connections, port: (server.address() as AddressInfo).port };
}

it("an answer under way is finished, and its kept-alive connection closed with it", async () => {
  const { server, connections, port } = await serve(200);
  const agent = new Agent({ keepAlive: true });
  const [response] = (await once(request({ port, agent }).end(), "response")) as [NodeJS.ReadableStream];
  const idle = connect(port, "127.0.0.1");
  await once(idle, "connect");

  const closed = new Promise<void>((resolve) => void server.close(() => resolve()));
  connections.closeIdle();
  let text = "";
  for await (const chunk of response) text += chunk;

  expect(text).toBe("first last");
  await closed; // would wait for the agent's connection, which it keeps for good
  agent.destroy();
});

it("what is no HTTP gets no words into an answer under way", async () => {
  const { port } = await serve(200);
  const socket = connect(port, "127.0.0.1");
  let text = "";
  socket.on("data", (chunk) => (text += chunk)).on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await once(socket, "data");
  socket.write("nonsense\r\n\r\n");
  await once(socket, "close");

  expect(text).toContain("200 OK");
  expect(text).not.toContain("400 Bad Request");
});
