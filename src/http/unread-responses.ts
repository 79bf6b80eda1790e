import type { Server, ServerResponse } from "node:http";

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
