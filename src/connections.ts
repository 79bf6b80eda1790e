import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { limitedScopes } from "./http/client-address.js";
import { hasTooManyHeaders } from "./http/request-checks.js";

/** Each open connection of a client costs about 30 KB; `pipelined` requests can wait on it (RFC 9112 §9.3.2). */
export const DIRECT = { perClient: 1000, pipelined: 10 };
/** The connections are the proxy's, and carry the requests of many visitors. */
export const PROXIED = { perClient: Infinity, pipelined: 100 };

const MAX_QUEUED_BYTES = 8 * 1024 * 1024;
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const CHECK_UNREAD_MS = 50;
const IGNORED_AT_ONCE = 100;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What it adds to the queue; 0 if it did not have to wait. */
  readonly bytes: number;
}

interface Connection {
  /** The first is in progress. */
  readonly exchanges: Exchange[];
  /** The connections of the same client, or of the same IPv6 network. */
  readonly related: ReadonlySet<Socket>;
  /** Set after invalid input: close after the queued responses. */
  isEnding: boolean;
}

/** Without limits, connections that send requests ahead and read nothing take gigabytes (test/slow/attacks). */
export function limitConnections(server: Server, listener: RequestListener, limits = DIRECT) {
  const connections = new Map<Socket, Connection>();
  const groups = new Map<string, Set<Socket>>();
  const unfinished = new Set<ServerResponse>(); // oldest first
  let queuedBytes = 0;
  let ignored = 0;
  let isStopping = false;

  server.on("connection", (socket: Socket) => {
    let related = new Set<Socket>();
    for (const { clients, keyOf } of limitedScopes) {
      const key = keyOf(socket.remoteAddress);
      if (key === undefined) continue;
      const group = groups.get(key) ?? new Set();
      if (group.size >= clients * limits.perClient) return void socket.destroy();
      groups.set(key, group.add(socket));
      socket.once("close", () => group.delete(socket) && group.size === 0 && groups.delete(key));
      related = group;
    }
    const connection: Connection = { exchanges: [], related, isEnding: false };
    connections.set(socket, connection);
    socket.once("close", () => {
      connections.delete(socket);
      for (const { bytes } of connection.exchanges.splice(0)) queuedBytes -= bytes;
    });
  });

  const serve = (connection: Connection, { request, response }: Exchange) => {
    unfinished.add(response);
    response.on("close", () => {
      unfinished.delete(response);
      queuedBytes -= connection.exchanges.shift()?.bytes ?? 0; // none is left if the connection closed first
      const { socket } = request;
      const [next] = connection.exchanges;
      if (next)
        setImmediate(() => socket.writable && serve(connection, next)); // other connections first
      else if (isStopping || connection.isEnding) socket.destroySoon();
    });
    const { method, headers } = request;
    const isUnread = method !== "POST" && (headers["content-length"] ?? headers["transfer-encoding"]);
    if (isUnread) request.resume(); // otherwise it stays in memory until the response is read
    listener(request, response);
  };

  /** Node releases what a destroyed connection has sent after it has read from all others, so the client's must wait. */
  const ignore = (request: IncomingMessage, related: ReadonlySet<Socket>) => {
    request.resume();
    if (++ignored % IGNORED_AT_ONCE !== 0) return;
    const reading = [...related].filter((socket) => !socket.isPaused());
    for (const socket of reading) socket.pause();
    if (reading.length > 0) request.socket.once("close", () => reading.forEach((socket) => void socket.resume()));
  };

  server.on("request", (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection || connection.isEnding) return;
    const { exchanges } = connection;
    const bytes = exchanges.length > 0 ? memoryOf(request) : 0;
    if (exchanges.length > limits.pipelined || queuedBytes + bytes > MAX_QUEUED_BYTES) socket.destroy();
    if (socket.destroyed) return ignore(request, connection.related);
    queuedBytes += bytes;
    if (exchanges.push({ request, response, bytes }) === 1) serve(connection, exchanges[0]!);
  });

  // An unknown expectation may be ignored (RFC 9110 §10.1.1); Node's own 417 lacks the security headers.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // Node would discard a finished response that invalid input follows.
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    const response = connection?.exchanges[0]?.response;
    if (connection && response?.req.complete) connection.isEnding = true;
    else {
      if (socket.writable && !response?.headersSent) socket.write(rejection(error));
      socket.destroySoon();
    }
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
      for (const [socket, { exchanges }] of connections) if (exchanges.length === 0) socket.destroy();
    },
  };
}

/** About what Node holds: each string and request beside their text, and a body as if it came in chunks of one byte. */
function memoryOf(request: IncomingMessage): number {
  const { rawHeaders, url } = request;
  const texts = rawHeaders.reduce((bytes, text) => bytes + 32 + text.length, url!.length);
  const mayHaveBody =
    hasTooManyHeaders(request) || rawHeaders.some((name) => /^(?:content-length|transfer-encoding)$/i.test(name));
  return 4096 + texts + (mayHaveBody ? 2 * 1024 * 1024 : 0);
}

/** Node's own codes: not HTTP (400), too slow (408), headers above 16 KB (431). */
function rejection({ code }: NodeJS.ErrnoException): string {
  const status = code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
}
