import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { hasTooManyHeaders } from "./http/checks.js";
import { clientKey } from "./http/limits.js";

/** Each open connection of a client costs about 30 KB; `pipelined` requests can wait on it (RFC 9112 §9.3.2). */
export const DIRECT = { perClient: 1000, pipelined: 10 };
/** The connections are the proxy's, and carry the requests of many visitors. */
export const PROXIED = { perClient: Infinity, pipelined: 100 };

/** Requests on all connections. Each has at most 16 KB of headers and takes about 40 KB of memory. */
const MAX_QUEUED = 400;
const DISCARDED_AT_ONCE = 100;

interface Connection {
  /** The first is in progress, the others are queued. */
  readonly responses: ServerResponse[];
  /** The connections of the same client. */
  readonly related: ReadonlySet<Socket>;
  /** Set after invalid input: close after the queued responses. */
  isEnding: boolean;
}

/** Without limits, connections that send requests ahead and read nothing take gigabytes (test/slow/attacks). */
export function limitConnections(server: Server, listener: RequestListener, limits = DIRECT) {
  const connections = new Map<Socket, Connection>();
  const admit = limitPerClient(limits.perClient);
  const trackUnread = limitUnread(server);
  const discard = requestDiscarder();
  let queued = 0;
  let isStopping = false;

  server.on("connection", (socket: Socket) => {
    const related = admit(socket);
    if (!related) return void socket.destroy();
    const connection: Connection = { responses: [], related, isEnding: false };
    connections.set(socket, connection);
    socket.once("close", () => {
      connections.delete(socket);
      queued -= Math.max(connection.responses.splice(0).length - 1, 0); // the first was in progress
    });
  });

  const serve = (connection: Connection, response: ServerResponse) => {
    const { req: request } = response;
    trackUnread(response);
    response.on("close", () => {
      connection.responses.shift(); // none is left if the connection closed first
      const { socket } = request;
      const [next] = connection.responses;
      if (next) {
        queued -= 1;
        setImmediate(() => socket.writable && serve(connection, next)); // other connections first
      } else if (isStopping || connection.isEnding) socket.destroySoon();
    });
    // Otherwise the body stays in memory until the response is read.
    if (request.method !== "POST" && mayHaveBody(request)) request.resume();
    listener(request, response);
  };

  server.on("request", (request, response) => {
    const { socket } = request;
    const connection = connections.get(socket);
    if (!connection || connection.isEnding) return;
    const { responses } = connection;
    const isBehind = responses.length > 0;
    const isTooMuch = responses.length > limits.pipelined || queued >= MAX_QUEUED || mayHaveBody(request);
    if (isBehind && isTooMuch) socket.destroy();
    if (socket.destroyed) return discard(request, connection.related);
    responses.push(response);
    if (isBehind) queued += 1;
    else serve(connection, response);
  });

  // An unknown expectation may be ignored (RFC 9110 §10.1.1); Node's own 417 lacks the security headers.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  // Node would discard a finished response that invalid input follows.
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const connection = connections.get(socket);
    const response = connection?.responses[0];
    if (connection && response?.req.complete) connection.isEnding = true;
    else {
      if (socket.writable && !response?.headersSent) socket.write(rejection(error));
      socket.destroySoon();
    }
  });

  return {
    /** Node's closeIdleConnections() leaves connections open that never sent a byte. */
    closeIdle(): void {
      isStopping = true;
      for (const [socket, { responses }] of connections) if (responses.length === 0) socket.destroy();
    },
  };
}

/** Returns the connections of the same client, undefined if it has too many. */
function limitPerClient(maxConnections: number) {
  const groups = new Map<string, Set<Socket>>();
  return (socket: Socket): ReadonlySet<Socket> | undefined => {
    const key = clientKey(socket.remoteAddress);
    const group = groups.get(key) ?? new Set();
    if (group.size >= maxConnections) return undefined;
    groups.set(key, group.add(socket));
    socket.once("close", () => group.delete(socket) && group.size === 0 && groups.delete(key));
    return group;
  };
}

/** Node frees the input of a destroyed connection only after reading from all others, so the client's are paused. */
function requestDiscarder() {
  let discarded = 0;
  return (request: IncomingMessage, related: ReadonlySet<Socket>) => {
    request.resume();
    if (++discarded % DISCARDED_AT_ONCE !== 0) return;
    const reading = [...related].filter((socket) => !socket.isPaused());
    for (const socket of reading) socket.pause();
    if (reading.length > 0) request.socket.once("close", () => reading.forEach((socket) => void socket.resume()));
  };
}

/** In chunks of one byte, a body takes 300 times its size. Too many headers can hide one. */
function mayHaveBody(request: IncomingMessage): boolean {
  const { "content-length": length, "transfer-encoding": coding } = request.headers;
  return (length ?? coding) !== undefined || hasTooManyHeaders(request);
}

/** Node's own codes: not HTTP (400), too slow (408), headers above 16 KB (431). */
function rejection({ code }: NodeJS.ErrnoException): string {
  const status = code === "HPE_HEADER_OVERFLOW" ? 431 : code === "ERR_HTTP_REQUEST_TIMEOUT" ? 408 : 400;
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
}

const MAX_UNREAD_BYTES = 32 * 1024 * 1024;
const CHECK_MS = 50;

/** Closes the connections whose responses have been unread for longest, until half of the limit is free. */
export function limitUnread(server: Server) {
  const unfinished = new Set<ServerResponse>(); // oldest first
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
  const checking = setInterval(closeUnread, CHECK_MS).unref();
  server.once("close", () => clearInterval(checking));

  return (response: ServerResponse) => {
    unfinished.add(response);
    response.on("close", () => unfinished.delete(response));
  };
}
