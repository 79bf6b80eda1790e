/** `npm run bench`, first half: a page, beside plain node:http sending as many bytes. */
import { createApp } from "../../src/app.js";
import { readConfig } from "../../src/config.js";
import { createFront } from "../../src/front.js";
import { createServices } from "../../src/services.js";
import { compare, plain } from "./compare.js";

const path = "/sv/after-commerce";
const services = () => createServices(readConfig({ LOG_LEVEL: "silent" }));

await compare(import.meta.filename, {
  "plain node:http": { path, requests: 10_000, listener: () => plain("text/html", 6_500) },
  "the site": {
    path,
    requests: 10_000,
    listener() {
      const made = services();
      return createFront(made, createApp(made)).listener;
    },
  },
  "Express, making it each time": {
    path,
    requests: 500,
    listener() {
      const made = services();
      const { kept } = made;
      const keepText: typeof kept.keepText = (address, kind, headers, text) =>
        kept.keep(address, kind, headers, { identity: Buffer.from(text) }); // never found again, so not compressed
      Object.assign(kept, { find: () => undefined, keepText });
      return createApp(made);
    },
  },
});
