/** Ten thousand clients at once. */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "@jest/globals";
import { askDialogue, get, measured, start } from "../../support/server.js";

const CONNECTIONS = 10_000;
const AT_ONCE = 250;
/** Memory of one open connection, in KB, and growth of the heap after all are closed, in MB. */
const MAX_EACH = 30;
const MAX_LEFT = 10;

const files = Number(spawnSync("bash", ["-c", "ulimit -Hn"]).stdout.toString().replace("unlimited\n", "1e9"));
if (files < CONNECTIONS + 500) process.stdout.write(`A process may open ${files} files: too few for this test.\n`);

/** Opens connections; every second one requests a page, reads it and stays open. */
async function crowd(port: number, size: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < size) {
    const some = Array.from({ length: AT_ONCE }, (_, index) => {
      const localAddress = `127.0.0.${1 + (Math.floor(sockets.length / AT_ONCE) % 16)}`;
      const socket = connect({ port, host: "127.0.0.1", localAddress }).on("error", () => {});
      if (index % 2) socket.write("HEAD /en HTTP/1.1\r\nHost: x\r\n\r\n");
      return socket;
    });
    sockets.push(...some);
    const served = some.map((socket, index) =>
      Promise.race([once(socket, index % 2 ? "data" : "connect"), once(socket, "close")]).catch(() => {}),
    );
    await Promise.all(served);
  }
  return sockets;
}

(files < CONNECTIONS + 500 ? it.skip : it)(
  `${CONNECTIONS} open connections are served, and leave no memory behind`,
  async () => {
    const { port, memory, memoryInUse, errors } = await start({}, { command: measured });
    for (const path of ["/en", "/sv"]) await get(port, path);
    await askDialogue(port, "When do you meet?"); // loads the model, so that it does not count as growth
    const before = await memoryInUse();
    const sockets = await crowd(port, CONNECTIONS);
    const open = sockets.filter(({ destroyed }) => !destroyed).length;
    const { status } = await get(port, "/sv");
    const each = ((memory() - before.resident) * 1024) / CONNECTIONS;
    for (const socket of sockets) socket.destroy();
    await wait(3000);
    const left = (await memoryInUse()).heap - before.heap;
    process.stdout.write(`${open} open connections: ${each.toFixed(1)} KB each, and ${left.toFixed(1)} MB left\n`);

    expect({ open, status, errors: errors() }).toEqual({ open: CONNECTIONS, status: 200, errors: [] });
    expect(each).toBeLessThan(MAX_EACH);
    expect(left).toBeLessThan(MAX_LEFT);
    expect((await get(port, "/sv")).status).toBe(200);
  },
);

it("connections are refused while file descriptors run out, and served again afterwards", async () => {
  const { port, errors } = await start({}, { command: "ulimit -n 200; exec node dist/server.js" });
  const sockets = await crowd(port, 500);
  await wait(1000);
  expect(sockets.filter(({ destroyed }) => destroyed).length).toBeGreaterThan(300);
  for (const socket of sockets) socket.destroy();
  await wait(2000);

  expect((await get(port, "/sv")).status).toBe(200);
  expect(errors()).toEqual([]);
});
