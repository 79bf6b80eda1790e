import { type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/**
 * How many requests a client may send ahead of their answers (RFC 9112 §9.3.2). Node hands over all it has read at
 * once, perhaps thousands, and nobody else is answered meanwhile.
 */
const MOST_AHEAD = 100;

interface Connection {
  /** Answers under way; more than one where requests are pipelined. */
  underWay: number;
  latest: ServerResponse | undefined;
  /** Takes no more requests, and is closed when the last answer is sent. */
  last: boolean;
}

/**
 * Knows which connections of a server have an answer under way. Node's own closeIdleConnections() leaves those alone
 * that have never sent a byte, as browsers and balancers open them in advance, and so a stop would wait for them.
 * Also answers, in plain words, what the HTTP parser refuses and no application sees.
 */
export function watchConnections(server: Server, listener: RequestListener) {
  const connections = new Map<Socket, Connection>();
  let closing = false;

  server.on("connection", (socket: Socket) => {
    connections.set(socket, { underWay: 0, latest: undefined, last: false });
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection) return;
    // After an answer that says so the connection closes: what comes behind it must not be done (RFC 9112 §9.6).
    const saidClose = connection.underWay > 0 && connection.latest!.getHeader("connection") === "close";
    connection.last ||= saidClose || connection.underWay >= MOST_AHEAD;
    if (connection.last) return;

    connection.underWay += 1;
    connection.latest = response;
    response.once("close", () => {
      connection.underWay -= 1;
      if ((closing || connection.last) && connection.underWay === 0) socket.destroySoon();
    });
    listener(request, response);
  });
  // By itself Node answers 417 to an expectation that it does not know; RFC 9110 §10.1.1 lets it be ignored.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    const { underWay = 0, latest } = connection ?? {};
    if (connection && latest?.req.complete && underWay > 0) {
      connection.last = true; // what came after a whole request is no HTTP, and nobody's answer
      return;
    }
    // Words of ours must not get into an answer that is under way.
    const nothingBegun = underWay === 0 || (underWay === 1 && !latest!.headersSent);
    if (socket.writable && nothingBegun) socket.write(refusalOf(error));
    socket.destroySoon();
  });

  return {
    /** Closes what is idle, and the rest as their answers end. */
    closeIdle(): void {
      closing = true;
      for (const [socket, { underWay }] of connections) if (underWay === 0) socket.destroy();
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
