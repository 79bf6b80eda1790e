import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { clientKey } from "./http/client-address.js";

/** Requests that a client may send before it gets the first response (RFC 9112 §9.3.2). */
const MAX_PIPELINED = 100;
/** Bytes of unread responses on all connections together. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const CHECK_UNREAD_MS = 50;
/** Each open connection costs some 30 KB. */
export const MAX_CONNECTIONS_PER_ADDRESS = 1000;

interface Connection {
  readonly socket: Socket;
  /** The response in progress. */
  response: ServerResponse | undefined;
  /** Pipelined requests. */
  readonly queue: [IncomingMessage, ServerResponse][];
  /** After invalid input: close it after the responses in the queue. */
  isEnding: boolean;
}

/**
 * Limits what clients can make the server hold: pipelined requests are answered one by one, and connections that leave
 * too much unread, or are too many from one address, are closed. Without it, 50 connections that send 100 requests each
 * and read nothing grow the memory by 900 MB (test/attacks). `maxPerAddress` is for servers without a proxy in front.
 *
 * Node hands over all requests that one read of a socket holds, discards a finished response when invalid input follows
 * it, and its closeIdleConnections() leaves connections open that have never sent a byte.
 */
export function limitConnections(server: Server, listener: RequestListener, maxPerAddress = Infinity) {
  const connections = new Map<Socket, Connection>();
  const countByAddress = new Map<string, number>();
  /** Connections with a response in progress, the oldest first. */
  const busy = new Set<Connection>();
  let isStopping = false;

  server.on("connection", (socket: Socket) => {
    const address = clientKey(socket.remoteAddress);
    const count = countByAddress.get(address) ?? 0;
    if (count >= maxPerAddress) return void socket.destroy();
    countByAddress.set(address, count + 1);
    const connection: Connection = { socket, response: undefined, queue: [], isEnding: false };
    connections.set(socket, connection);
    socket.once("close", () => {
      connections.delete(socket);
      busy.delete(connection);
      const left = countByAddress.get(address)! - 1;
      if (left > 0) countByAddress.set(address, left);
      else countByAddress.delete(address);
    });
  });

  const serve = (connection: Connection, request: IncomingMessage, response: ServerResponse) => {
    connection.response = response;
    busy.add(connection);
    response.once("close", () => {
      busy.delete(connection);
      const { socket, queue } = connection;
      const next = socket.writable ? queue.shift() : undefined; // not after Connection: close
      connection.response = next?.[1];
      if (next)
        setImmediate(() => socket.writable && serve(connection, ...next)); // other connections first
      else if (isStopping || connection.isEnding) socket.destroySoon();
    });
    listener(request, response);
  };

  server.on("request", (request, response) => {
    const connection = connections.get(request.socket);
    if (!connection || connection.isEnding) return;
    if (!connection.response) return serve(connection, request, response);
    if (connection.queue.length < MAX_PIPELINED) connection.queue.push([request, response]);
    else request.socket.destroy();
  });

  // An unknown expectation may be ignored (RFC 9110 §10.1.1); Node's own 417 lacks the security headers.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    const response = connection?.response;
    if (connection && response?.req.complete) {
      connection.isEnding = true;
      return;
    }
    if (socket.writable && !response?.headersSent) socket.write(rejection(error));
    socket.destroySoon();
  });

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

  return {
    /** Closes idle connections now, and the others after their responses. */
    closeIdle(): void {
      isStopping = true;
      for (const { socket, response } of connections.values()) if (!response) socket.destroy();
    },
  };
}

/** As Node answers by itself: not HTTP (400), too slow (408), headers beyond 16 KB (431). */
function rejection({ code }: NodeJS.ErrnoException): string {
  const status = code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
}
