import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/** An open connection takes about 30 KB, a short request that is sent ahead about 3 KB. */
const MAX_CONNECTIONS = 2000;
const MAX_AHEAD = 100;
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

/** What Node cannot read gets 400, or one of these. */
const statuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

interface Connection {
  /** The response in progress. */
  response?: ServerResponse | undefined;
  /** Requests that were sent while a response was in progress. */
  ahead: number;
}

/**
 * Answers one request of a connection at a time. Without limits, connections that send requests ahead and read nothing
 * take gigabytes (test/slow/attacks).
 */
export class Connections {
  /** The oldest first. */
  readonly #open = new Map<Socket, Connection>();

  constructor(server: Server, listener: RequestListener) {
    const answer: RequestListener = (request, response) => this.#answer(request, response, listener);
    server.on("request", answer);
    // An unknown expectation may be ignored (RFC 9110 §10.1.1); Node's own 417 lacks the security headers.
    server.on("checkExpectation", answer);
    server.on("connection", (socket: Socket) => {
      this.#open.set(socket, { ahead: 0 });
      socket.once("close", () => this.#open.delete(socket));
      if (this.#open.size > MAX_CONNECTIONS) this.#destroyOldestIdle();
    });
    server.on("clientError", ({ code }: NodeJS.ErrnoException, socket: Socket) => {
      const response = this.#open.get(socket)?.response;
      if (response?.req.complete) return stopReading(socket, response); // Node itself would cut it off
      const status = statuses[code ?? ""] ?? 400;
      const rejection = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`;
      if (socket.writable && !response?.headersSent) socket.write(rejection);
      socket.destroySoon();
    });
    setInterval(() => this.#destroyUnread(), 50).unref();
  }

  /** Finishes the responses in progress. Node's closeIdleConnections() spares connections that never sent a byte. */
  closeAll(): void {
    for (const [socket, { response }] of this.#open) {
      if (response) response.shouldKeepAlive = false;
      else socket.destroy();
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse, listener: RequestListener): void {
    const { socket } = request;
    const connection = this.#open.get(socket);
    if (!connection || socket.destroyed) return;
    if (connection.response) {
      connection.ahead += 1; // one read can have 64 KB of requests
      stopReading(socket, connection.response);
      if (connection.ahead > MAX_AHEAD) this.#destroyFlooding(socket);
      return;
    }
    connection.response = response;
    response.once("close", () => {
      connection.response = undefined;
      if (!response.shouldKeepAlive) socket.destroySoon(); // Node closes only if the headers said so
    });
    // A body that nobody reads would stay in memory until the response is read.
    if (request.method !== "POST") request.resume();
    listener(request, response);
  }

  #destroyOldestIdle(): void {
    for (const [socket, { response }] of this.#open) {
      if (response) continue;
      socket.destroy(); // the new one if all others are in use
      return;
    }
  }

  /** Node frees what a socket has received only after reading from all others, so these wait until it is closed. */
  #destroyFlooding(flooding: Socket): void {
    const reading = [...this.#open.keys()].filter((socket) => !socket.isPaused());
    for (const socket of reading) socket.pause();
    flooding.once("close", () => {
      for (const socket of reading) socket.resume();
    });
    flooding.destroy();
  }

  /** Above the limit, destroys the connections whose responses are not read, until half of it is free. */
  #destroyUnread(): void {
    let bytes = 0;
    for (const { response } of this.#open.values()) bytes += response?.writableLength ?? 0;
    if (bytes <= MAX_UNREAD_BYTES) return;
    for (const [socket, { response }] of this.#open) {
      if (!response?.writableEnded || response.writableLength === 0) continue;
      bytes -= response.writableLength;
      socket.destroy();
      if (bytes <= MAX_UNREAD_BYTES / 2) return;
    }
  }
}

/** The client sends what is not answered again, on another connection (RFC 9112 §9.3.2). */
function stopReading(socket: Socket, response: ServerResponse): void {
  response.shouldKeepAlive = false;
  socket.pause();
}
