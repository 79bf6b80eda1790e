import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/**
 * Knows which connections of a server have an answer under way. Node's own closeIdleConnections() leaves those alone
 * that have never sent a byte, as browsers and balancers open them in advance, and so a stop would wait for them.
 * Also answers, in plain words, what the HTTP parser refuses and no application sees.
 */
export function watchConnections(server: Server) {
  /** How many answers are under way on each; more than one where requests are pipelined (RFC 9112 §9.3.2). */
  const answers = new Map<Socket, number>();
  let closing = false;
  const change = (socket: Socket, by: 1 | -1) => {
    if (answers.has(socket)) answers.set(socket, answers.get(socket)! + by);
    if (closing && answers.get(socket) === 0) socket.destroySoon();
  };

  server.on("connection", (socket: Socket) => {
    answers.set(socket, 0);
    socket.once("close", () => answers.delete(socket));
  });
  server.on("request", ({ socket }: { socket: Socket }, response: ServerResponse) => {
    change(socket, 1);
    response.once("close", () => change(socket, -1));
  });
  // What Node expects nothing of would get a 417 that no application has a part in (RFC 9110 §10.1.1 lets it be ignored).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    // Words of ours must not get into an answer that is under way.
    if (socket.writable && answers.get(socket) === 0) socket.write(refusalOf(error));
    socket.destroySoon();
  });

  return {
    /** Closes what is idle, and the rest as their answers end. */
    closeIdle(): void {
      closing = true;
      for (const [socket, underWay] of answers) if (underWay === 0) socket.destroy();
    },
  };
}

/** No HTTP (400), too slow (408), headers beyond 16 KB (431). */
function refusalOf({ code }: NodeJS.ErrnoException): string {
  const status = code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  const reason = `${status} ${STATUS_CODES[status]}`;
  const headers = [
    "Content-Type: text/plain; charset=utf-8",
    `Content-Length: ${reason.length + 1}`,
    "Cache-Control: no-store",
    "X-Content-Type-Options: nosniff",
    "Connection: close",
  ];
  return `HTTP/1.1 ${reason}\r\n${headers.join("\r\n")}\r\n\r\n${reason}\n`;
}
