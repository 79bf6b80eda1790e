/** Ten thousand clients at once. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { get, start } from "../support/server.js";

const CONNECTIONS = 10_000;
const AT_ONCE = 250;
/** For each open connection, in KB, and what may be left when all are gone, in MB. */
const MOST_EACH = 30;
const MOST_LEFT = 150;

const files = Number(spawnSync("bash", ["-c", "ulimit -Hn"]).stdout.toString().replace("unlimited\n", "1e9"));
if (files < CONNECTIONS + 500) process.stdout.write(`A process may open ${files} files: too few for this test.\n`);

/** Opens connections; every other asks for a page and reads it, and keeps the connection. */
async function crowd(port: number, size: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < size) {
    const some = Array.from({ length: AT_ONCE }, (_, index) => {
      const localAddress = `127.0.0.${1 + (Math.floor(sockets.length / AT_ONCE) % 8)}`;
      const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {});
      if (index % 2) socket.write("HEAD /en HTTP/1.1\r\nHost: x\r\n\r\n");
      return socket;
    });
    sockets.push(...some);
    await Promise.all(
      some.map((socket, index) => Promise.race([once(socket, index % 2 ? "data" : "connect"), once(socket, "close")])),
    );
  }
  return sockets;
}

(files < CONNECTIONS + 500 ? it.skip : it)(`${CONNECTIONS} open connections are served`, async () => {
  const { port, memory, errors, child } = await start();
  await get(port, "/en");
  const before = memory();
  const sockets = await crowd(port, CONNECTIONS);
  const open = sockets.filter(({ destroyed }) => !destroyed).length;
  const asked = performance.now();
  const { status } = await get(port, "/sv");
  const milliseconds = performance.now() - asked;
  const full = memory();
  for (const socket of sockets) socket.destroy();
  await wait(3000);
  expect((await get(port, "/nb")).status).toBe(200);
  const left = memory() - before;
  process.stdout.write(
    `${open} of ${CONNECTIONS} connections open: ${(((full - before) * 1024) / CONNECTIONS).toFixed(1)} KB each, ` +
      `another page in ${milliseconds.toFixed(0)} ms; ${left.toFixed(0)} MB left when they are gone\n`,
  );

  expect([status, errors(), child.exitCode]).toEqual([200, [], null]);
  expect(milliseconds).toBeLessThan(5000);
  expect(((full - before) * 1024) / CONNECTIONS).toBeLessThan(MOST_EACH);
  expect(left).toBeLessThan(MOST_LEFT);
});

it("where files run out, connections are refused, and the server answers when there is room again", async () => {
  const { port, errors, child } = await start({}, { command: "ulimit -n 200; exec node dist/server.js" });
  await get(port, "/en");
  const sockets = await crowd(port, 500);
  await wait(1000);
  for (const socket of sockets) socket.destroy();
  await wait(1000);

  expect((await get(port, "/sv")).status).toBe(200);
  expect([errors(), child.exitCode]).toEqual([[], null]);
});
