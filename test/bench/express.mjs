/** Express with nothing but a route that sends the JSON it is given by message. */
import express from "express";

let answers = new Map();
process.on("message", (message) => {
  if (message instanceof Map) answers = message;
});

express()
  .get("/healthz", (_request, response) => response.end())
  .get("/api/events", (request, response) => response.json(answers.get(request.url)))
  .listen(process.env.PORT, "127.0.0.1");
