/** A bare node:http program: sends the answers that it is given by message, as plainly as Node can. */
import { createServer } from "node:http";
import { setFlagsFromString } from "node:v8";

let answers = new Map();
process.on("message", (message) => {
  if (message instanceof Map) answers = message;
});

const listener = (request, response) => {
  const { status, headers, body } = answers.get(request.url) ?? answers.get("*") ?? { status: 200, body: "ready\n" };
  response.writeHead(status, headers).end(body);
};

const server = createServer();
if (process.env.LIMITED) {
  // The floor of a cached response: reads the headers that choose it, and protects the site's connections and memory.
  const { tsImport } = await import("tsx/esm/api");
  const { limitConnections } = await tsImport("../../src/connections.ts", import.meta.url);
  setFlagsFromString("--heap-growing-percent=50");
  setFlagsFromString("--semi-space-growth-factor=1");
  limitConnections(server, (request, response) => {
    const { "accept-encoding": encodings, "if-none-match": etag } = request.headers;
    if (encodings !== "none" && etag !== "none") listener(request, response);
  });
} else server.on("request", listener);
server.listen(process.env.PORT, "127.0.0.1");
