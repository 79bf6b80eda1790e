import { expect, it } from "@jest/globals";
import express from "express";
import { HttpError, handleErrors } from "../../src/http/errors.js";
import { ask, portOf } from "../support/listen.js";
import { listeningLogger } from "../support/logger.js";

it("a connection with more than 64 KB of unread body is closed after the response", async () => {
  const tooLarge = () => {
    throw new HttpError(413);
  };
  const { logger } = listeningLogger();
  const handler = handleErrors(logger, (_error, _request, response) => response.send("too large"));
  const port = await portOf(express().use(tooLarge, handler));
  const connectionOf = async (sent: Record<string, string>) =>
    (await ask(port, "/", { method: "POST", agent: false, headers: { connection: "keep-alive", ...sent } })).headers
      .connection;
  expect(await connectionOf({ "content-length": "65536" })).toBe("keep-alive");
  expect(await connectionOf({ "content-length": "65537" })).toBe("close");
  expect(await connectionOf({ "transfer-encoding": "chunked" })).toBe("close");
});
