import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { clientKey } from "./http/client-address.js";

/** Clients can send requests before the first response (RFC 9112 §9.3.2). */
const MAX_PIPELINED = 100;
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const CHECK_UNREAD_MS = 50;
/** Each open connection costs about 30 KB. */
export const MAX_CONNECTIONS_PER_ADDRESS = 1000;

interface Connection {
  response: ServerResponse | undefined;
  readonly queue: [IncomingMessage, ServerResponse][];
  /** Set after invalid input: close after the queued responses. */
  isEnding: boolean;
}

/** Without limits, 50 connections that pipeline 100 requests each and read nothing take 900 MB (test/slow/attacks). */
export function limitConnections(server: Server, listener: RequestListener, maxPerAddress = Infinity) {
  const connections = new Map<Socket, Connection>();
  const countByAddress = new Map<string, number>();
  /** Oldest first. */
  const unfinished = new Set<ServerResponse>();
  let isStopping = false;

  server.on("connection", (socket: Socket) => {
    const address = clientKey(socket.remoteAddress);
    const count = countByAddress.get(address) ?? 0;
    if (count >= maxPerAddress) return void socket.destroy();
    countByAddress.set(address, count + 1);
    connections.set(socket, { response: undefined, queue: [], isEnding: false });
    socket.once("close", () => {
      connections.delete(socket);
      const left = countByAddress.get(address)! - 1;
      if (left > 0) countByAddress.set(address, left);
      else countByAddress.delete(address);
    });
  });

  const serve = (connection: Connection, request: IncomingMessage, response: ServerResponse) => {
    connection.response = response;
    unfinished.add(response);
    response.on("close", () => {
      unfinished.delete(response);
      const { socket } = request;
      const next = socket.writable ? connection.queue.shift() : undefined; // not after Connection: close
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
  // Node would discard a finished response that invalid input follows.
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

  /** Starts with those that have been unread for longest, until half of the limit is free. */
  const closeUnread = () => {
    let bytes = 0;
    for (const response of unfinished) bytes += response.writableLength;
    if (bytes <= MAX_UNREAD_BYTES) return;
    for (const response of unfinished) {
      if (bytes <= MAX_UNREAD_BYTES / 2) return;
      if (!response.writableEnded || response.writableLength === 0) continue;
      bytes -= response.writableLength;
      response.req.socket.destroy();
    }
  };
  const checking = setInterval(closeUnread, CHECK_UNREAD_MS).unref();
  server.once("close", () => clearInterval(checking));

  return {
    /** Node's closeIdleConnections() leaves connections open that never sent a byte. */
    closeIdle(): void {
      isStopping = true;
      for (const [socket, { response }] of connections) if (!response) socket.destroy();
    },
  };
}

/** Node's own codes: not HTTP (400), too slow (408), headers above 16 KB (431). */
function rejection({ code }: NodeJS.ErrnoException): string {
  const status = code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
}
