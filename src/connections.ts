import { type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/** An open connection takes about 30 KB, a short request that is sent ahead about 3 KB. */
const MAX_CONNECTIONS = 2000;
const MAX_AHEAD = 100;
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

interface Connection {
  inProgress?: ServerResponse | undefined;
  /** Requests that were sent while a response was in progress. */
  ahead: number;
  /** Closes after the response in progress. */
  isClosing: boolean;
}

/** Without limits, connections that send requests ahead and read nothing take gigabytes (test/slow/attacks). */
export function limitConnections(server: Server, listener: RequestListener) {
  const connections = new Map<Socket, Connection>();

  server.on("connection", (socket: Socket) => {
    connections.set(socket, { ahead: 0, isClosing: false });
    if (connections.size > MAX_CONNECTIONS) destroyIdle(connections, socket);
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection || socket.destroyed) return;
    if (connection.inProgress) {
      connection.ahead += 1;
      closeAfterResponse(connection);
      socket.pause(); // one read can have 64 KB of requests, and no other comes
      if (connection.ahead > MAX_AHEAD) destroyFlooding(socket, connections.keys());
      return;
    }
    connection.inProgress = response;
    response.once("close", () => {
      connection.inProgress = undefined;
      if (connection.isClosing) socket.destroySoon();
    });
    // A body that nobody reads would stay in memory until the response is read.
    if (request.method !== "POST") request.resume();
    listener(request, response);
  });
  // An unknown expectation may be ignored (RFC 9110 §10.1.1); Node's own 417 lacks the security headers.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    const response = connection?.inProgress;
    if (connection && response?.req.complete) {
      closeAfterResponse(connection); // Node itself would cut it off
      socket.pause();
      return;
    }
    const status = code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
    const rejection = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
    if (socket.writable && !response?.headersSent) socket.write(rejection);
    socket.destroySoon();
  });
  const closingUnread = setInterval(() => closeUnread(connections), 50).unref();
  server.once("close", () => clearInterval(closingUnread));

  return {
    /** Finishes the responses in progress. Node's closeIdleConnections() spares connections that never sent a byte. */
    closeAll(): void {
      for (const [socket, connection] of connections) {
        if (connection.inProgress) closeAfterResponse(connection);
        else socket.destroy();
      }
    },
  };
}

/** The client sends what is not answered again, on another connection (RFC 9112 §9.3.2). */
function closeAfterResponse(connection: Connection): void {
  connection.isClosing = true;
  if (connection.inProgress) connection.inProgress.shouldKeepAlive = false; // says "Connection: close", unless the headers are sent
}

/** Node frees what a socket has received only after reading from all others, so these wait until it is closed. */
function destroyFlooding(flooding: Socket, sockets: Iterable<Socket>): void {
  const reading = [...sockets].filter((socket) => !socket.isPaused());
  for (const socket of reading) socket.pause();
  flooding.once("close", () => reading.forEach((socket) => void socket.resume()));
  flooding.destroy();
}

/** Destroys the connection that has been idle since the earliest opening, or the new one if none is idle. */
function destroyIdle(connections: ReadonlyMap<Socket, Connection>, opened: Socket): void {
  for (const [socket, { inProgress }] of connections)
    if (!inProgress && socket !== opened) return void socket.destroy();
  opened.destroy();
}

/** Closes the connections whose responses are not read, the oldest first, until half of the limit is free. */
function closeUnread(connections: ReadonlyMap<Socket, Connection>): void {
  let bytes = 0;
  for (const { inProgress } of connections.values()) bytes += inProgress?.writableLength ?? 0;
  if (bytes <= MAX_UNREAD_BYTES) return;
  for (const [socket, { inProgress }] of connections) {
    if (bytes <= MAX_UNREAD_BYTES / 2) return;
    if (!inProgress?.writableEnded || inProgress.writableLength === 0) continue;
    bytes -= inProgress.writableLength;
    socket.destroy();
  }
}
