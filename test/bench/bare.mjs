/** A bare node:http program: sends the answers that it is given by message, as plainly as Node can. */
import { createServer } from "node:http";

let answers = new Map();
process.on("message", (message) => {
  if (message instanceof Map) answers = message;
});

createServer((request, response) => {
  const { status, headers, body } = answers.get(request.url) ?? answers.get("*") ?? { status: 200, body: "ready\n" };
  response.writeHead(status, headers).end(body);
}).listen(process.env.PORT, "127.0.0.1");
