/** Servers in this process, and requests to them. */
import { once } from "node:events";
import * as http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "@jest/globals";

const servers: http.Server[] = [];
afterAll(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** The port of a server, which is closed after the tests of the file. */
export async function portOf(handler: http.Server | http.RequestListener): Promise<number> {
  const server = typeof handler === "function" ? http.createServer({ keepAliveTimeout: 95_000 }, handler) : handler;
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return (server.address() as AddressInfo).port;
}

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request, its path unchanged, and returns the whole response; rejects if the connection breaks off. */
export function ask(
  port: number,
  path: string,
  options: http.RequestOptions & { body?: string } = {},
): Promise<Answer> {
  const { body, ...rest } = options;
  return new Promise((resolve, reject) => {
    const request = http.request({ port, path, host: "127.0.0.1", ...rest }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => (text += chunk));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode!, headers: response.headers, text }));
    });
    request.on("error", reject).end(body);
  });
}
