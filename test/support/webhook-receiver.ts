import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (response: ServerResponse) => void;

export const accept: Answer = (response) => void response.writeHead(204).end();

/** An HTTP server on a port of its own; `answer` can be changed at any time. */
export async function webhookReceiver() {
  const posts: ReceivedPost[] = [];
  const receiver = { posts, answer: accept, url: "", stop: () => {} };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      posts.push({ path: request.url!, headers: request.headers, body });
      receiver.answer(response);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  receiver.stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return receiver;
}
