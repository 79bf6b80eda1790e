/** Express with one route that sends the JSON of the responses that it is given by message. */
import express from "express";

let bodies = new Map();
process.on("message", (message) => {
  if (message instanceof Map) bodies = new Map([...message].map(([path, { body }]) => [path, JSON.parse(body)]));
});

express()
  .get("/healthz", (_request, response) => response.end())
  .get("/api/events", (request, response) => response.json(bodies.get(request.url)))
  .listen(process.env.PORT, "127.0.0.1");
