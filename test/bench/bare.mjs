/** A bare node:http program: sends the responses that it is given by message. */
import { createServer } from "node:http";

let responses = new Map();
process.on("message", (message) => {
  if (message instanceof Map) responses = message;
});

createServer((request, response) => {
  const { status, headers, body } = responses.get(request.url) ?? { status: 200, body: "ready" };
  response.writeHead(status, headers).end(status === 304 ? undefined : body);
}).listen(process.env.PORT, "127.0.0.1");
