/**
 * What Node itself needs for a body in chunks of one byte: `node test/bench/chunks.mjs` prints the longest time for
 * which a plain server with only a `data` listener was blocked by one such request of 64 KiB.
 */
import { createServer } from "node:http";
import { connect } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { isMainThread, Worker, workerData } from "node:worker_threads";

const CHUNKS = 65_000;

if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 2 });
  const server = createServer((request, response) => {
    request.on("data", () => {}).on("end", () => response.end());
  });
  server.listen(0, "127.0.0.1", () => {
    delay.enable();
    const client = new Worker(new URL(import.meta.url), { workerData: server.address().port });
    client.on("exit", () => {
      process.stdout.write(`plain node:http was blocked for ${(delay.max / 1e6).toFixed(0)} ms\n`);
      process.exit();
    });
  });
} else {
  const socket = connect(workerData, "127.0.0.1");
  socket.on("data", () => socket.destroy());
  const head = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
  socket.write(`${head}${"1\r\na\r\n".repeat(CHUNKS)}0\r\n\r\n`);
}
