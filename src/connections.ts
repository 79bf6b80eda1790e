import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { clientKey } from "./http/client-address.js";

/**
 * How many requests a client may send ahead of their responses (RFC 9112 §9.3.2). One read of a socket can hold 2,600,
 * for each of which Node has made a request and a response.
 */
const MAX_PIPELINED = 100;
/** The bytes of responses that may wait on all connections together for clients that do not read. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const CHECK_UNREAD_MS = 50;
/** Connections that one address may have open; each costs some 30 KB. */
export const MAX_PER_ADDRESS = 1000;

interface Connection {
  readonly socket: Socket;
  /** The response under way. */
  response: ServerResponse | undefined;
  /** Requests that were sent ahead of it. */
  readonly waiting: [IncomingMessage, ServerResponse][];
  /** What was sent last is no HTTP: the connection is closed when the last response is sent. */
  last: boolean;
}

/**
 * Answers the requests of a connection one after the other, as plain Node does not: it hands over all that one read of
 * a socket holds, and 100 requests for the longest list make 20 MB that a client need not read. Also limits what waits
 * on all connections, knows which are idle when the server is to stop (Node's closeIdleConnections() leaves those open
 * that have never sent a byte), and answers what the HTTP parser rejects.
 *
 * `maxPerAddress` is for servers whose peers are visitors: behind a proxy all connections have its address.
 */
export function watchConnections(server: Server, listener: RequestListener, maxPerAddress = Infinity) {
  const connections = new Map<Socket, Connection>();
  const perAddress = new Map<string, number>();
  /** Connections with a response under way, the one that began first at the front. */
  const busy = new Set<Connection>();
  let closing = false;

  server.on("connection", (socket: Socket) => {
    const address = clientKey(socket.remoteAddress);
    const open = perAddress.get(address) ?? 0;
    if (open >= maxPerAddress) return void socket.destroy();
    perAddress.set(address, open + 1);
    const connection: Connection = { socket, response: undefined, waiting: [], last: false };
    connections.set(socket, connection);
    socket.once("close", () => {
      connections.delete(socket);
      busy.delete(connection);
      const left = perAddress.get(address)! - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
  });

  const serve = (connection: Connection, request: IncomingMessage, response: ServerResponse) => {
    connection.response = response;
    busy.add(connection);
    response.once("close", () => {
      busy.delete(connection);
      const { socket, waiting } = connection;
      const next = socket.writable ? waiting.shift() : undefined; // not after Connection: close
      connection.response = next?.[1];
      if (next)
        setImmediate(() => socket.writable && serve(connection, ...next)); // other connections first
      else if (closing || connection.last) socket.destroySoon();
    });
    listener(request, response);
  };
  /** Beyond the limit, closes the connections that have left a response unread for longest, until half of it is free. */
  const closeUnread = () => {
    let bytes = 0;
    for (const { response } of busy) bytes += response?.writableLength ?? 0;
    if (bytes <= MAX_UNREAD_BYTES) return;
    for (const { response, socket } of busy) {
      if (bytes <= MAX_UNREAD_BYTES / 2) return;
      if (!response?.writableEnded || response.writableLength === 0) continue;
      bytes -= response.writableLength;
      socket.destroy();
    }
  };
  const checking = setInterval(closeUnread, CHECK_UNREAD_MS).unref();
  server.once("close", () => clearInterval(checking));

  server.on("request", (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection || connection.last) return;
    if (!connection.response) return serve(connection, request, response);
    if (connection.waiting.length < MAX_PIPELINED) connection.waiting.push([request, response]);
    else request.socket.destroy();
  });
  // Node answers 417 to an expectation that it does not know; RFC 9110 §10.1.1 lets it be ignored.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    const response = connection?.response;
    if (connection && response?.req.complete) {
      connection.last = true; // what came after a whole request is no HTTP, and belongs to no response
      return;
    }
    // No text of ours must get into a response under way.
    if (socket.writable && !response?.headersSent) socket.write(rejection(error));
    socket.destroySoon();
  });

  return {
    /** Closes what is idle, and the rest as their responses end. */
    closeIdle(): void {
      closing = true;
      for (const { socket, response } of connections.values()) if (!response) socket.destroy();
    },
  };
}

/** No HTTP (400), too slow (408), headers beyond 16 KB (431). */
function rejection({ code }: NodeJS.ErrnoException): string {
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
