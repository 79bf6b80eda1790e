import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "@jest/globals";

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** The port of a server, which is closed after the tests of the file. */
export async function portOf(handler: Server | RequestListener): Promise<number> {
  const server = typeof handler === "function" ? createServer({ keepAliveTimeout: 95_000 }, handler) : handler;
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}
