import { type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

/**
 * Knows which connections of a server have an answer under way. Node's own closeIdleConnections() leaves those alone
 * that have never sent a byte, as browsers and balancers open them in advance, and so a stop would wait for them.
 */
export function watchConnections(server: Server) {
  const idle = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    idle.add(socket);
    socket.once("close", () => idle.delete(socket));
  });
  server.on("request", ({ socket }: { socket: Socket }, response: ServerResponse) => {
    idle.delete(socket);
    response.once("close", () => void (!socket.destroyed && idle.add(socket)));
  });

  return {
    closeIdle(): void {
      for (const socket of idle) socket.destroy();
    },
  };
}

/** Answers what the HTTP parser refused, which no application sees: no HTTP, headers beyond 16 KB, too slow. */
export function answerUnreadable(server: Server): void {
  const statuses: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const status = statuses[error.code ?? ""] ?? 400;
    const text = `${status} ${STATUS_CODES[status]}\n`;
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "Content-Type: text/plain; charset=utf-8",
      `Content-Length: ${text.length}`,
      "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff",
      "Connection: close",
    ];
    if (socket.writable) socket.end(`${head.join("\r\n")}\r\n\r\n${text}`);
    else socket.destroy();
  });
}
