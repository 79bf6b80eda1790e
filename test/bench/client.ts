import { request as httpRequest } from "node:http";
import { connect } from "node:net";

const AT_ONCE = 32;

export interface Asked {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  /** As they came: name, value, name, value. */
  readonly headers: string[];
  readonly body: Buffer;
  /** Of the whole answer, its head included. */
  readonly bytesOnTheWire: number;
}

/** Asks once, on a connection of its own. */
export function ask(port: number, { path, headers = {} }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port, path, headers, agent: false }, async (response) => {
      const { socket, statusCode: status = 0, rawHeaders } = response;
      const body = Buffer.concat(await response.toArray());
      resolve({ status, headers: rawHeaders, body, bytesOnTheWire: socket.bytesRead });
    })
      .on("error", reject)
      .end();
  });
}

/**
 * Asks `count` times on kept-alive connections, each waiting for its answer before it asks again. Written on bare
 * sockets, so that the client is not slower than what is measured. Gives the bytes of all bodies.
 *
 * Errors  rejects when an answer is neither 200 nor 304.
 */
export async function load(port: number, count: number, asked: (number: number) => Asked): Promise<number> {
  let [next, bytes] = [0, 0];
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(port, "127.0.0.1").setNoDelay();
      let head = Buffer.alloc(0);
      let missing: number | undefined;

      const send = () => {
        if (next === count) return void socket.end(resolve);
        socket.write(written(asked(next++)));
      };
      socket.on("connect", send).on("error", reject);
      socket.on("close", () => reject(new Error("the connection was closed before its answer was there")));
      socket.on("data", (chunk) => {
        if (missing === undefined) {
          head = Buffer.concat([head, chunk]);
          const end = head.indexOf("\r\n\r\n");
          if (end === -1) return;
          const text = head.toString("latin1", 0, end);
          const status = text.slice(9, 12);
          if (status !== "200" && status !== "304") return void reject(new Error(text));
          const length = status === "304" ? 0 : Number(/^content-length: (\d+)$/im.exec(text)![1]);
          bytes += length;
          missing = length + end + 4 - head.length;
        } else missing -= chunk.length;

        if (missing > 0) return;
        missing = undefined;
        head = Buffer.alloc(0);
        send();
      });
    });
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return bytes;
}

function written({ path, headers = {} }: Asked): string {
  const lines = Object.entries({ Host: "www.example.com", ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
}
