import { request as httpRequest } from "node:http";
import { expect, it } from "@jest/globals";
import { handleErrors } from "../../src/http/errors.js";
import { HttpError } from "../../src/http/http-error.js";
import { listeningLogger } from "../support/logger.js";
import { listen } from "../support/serve.js";

it("a connection with more than 64 KB of unread body is closed after the response", async () => {
  const { logger } = listeningLogger();
  const port = await listen(
    () => {
      throw new HttpError(413);
    },
    handleErrors(logger, (_error, _request, response) => response.send("too large")),
  );
  const connectionOf = (headers: Record<string, string>) =>
    new Promise((resolve, reject) => {
      const request = httpRequest({
        port,
        method: "POST",
        agent: false,
        headers: { connection: "keep-alive", ...headers },
      });
      request.on("response", (response) => {
        resolve(response.headers.connection);
        request.destroy();
      });
      request.on("error", reject).flushHeaders();
    });
  expect(await connectionOf({ "content-length": "65536" })).toBe("keep-alive");
  expect(await connectionOf({ "content-length": "65537" })).toBe("close");
  expect(await connectionOf({ "transfer-encoding": "chunked" })).toBe("close");
});

it("an error after the first byte is logged and left to the next handler, and ignored if the client left", async () => {
  const { logger, lines } = listeningLogger();
  const passed: unknown[] = [];
  const handle = handleErrors(logger, () => passed.push("rendered"));
  const run = (response: object, socket = { destroyed: false }) =>
    handle(new Error("lost"), { socket, method: "GET", path: "/" } as any, response as any, (error) =>
      passed.push(error),
    );
  await run({ destroyed: true });
  await run({ destroyed: false }, { destroyed: true });
  expect([passed, lines]).toEqual([[], []]);
  await run({ destroyed: false, headersSent: true });
  expect([passed.map(String), lines.map(({ message }) => message)]).toEqual([["Error: lost"], ["request failed"]]);
});

it("an error whose page fails is logged and left to the next handler, unless the client left", async () => {
  const { logger, lines } = listeningLogger();
  const passed: unknown[] = [];
  const handle = handleErrors(logger, async (_error, request, response) => {
    if (request.path === "/leaves") Object.assign(response, { destroyed: true });
    throw new Error("no page");
  });
  for (const path of ["/leaves", "/stays"]) {
    const response = { destroyed: false, status: () => response, set: () => response };
    const request = { path, method: "GET", headers: {}, socket: {} };
    await handle(new HttpError(404), request as any, response as any, (error) => passed.push(error));
  }
  expect(passed).toEqual([expect.objectContaining({ status: 404 })]);
  expect(lines.map(({ message, fields }) => [message, fields])).toEqual([
    ["Could not render the error page", { err: new Error("no page") }],
  ]);
});
