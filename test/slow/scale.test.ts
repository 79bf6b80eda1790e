/** Two servers with one Redis and one PostgreSQL answer as one site. */
import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { mailServer } from "../support/mail-server.js";
import { describeWithPostgres } from "../support/postgres.js";
import { describeWithRedis } from "../support/redis.js";
import { type Answer, ask, postForm, start } from "../support/server.js";

type Server = Awaited<ReturnType<typeof start>>;
/** Pages, Markdown, files, feeds, calendars and API responses. */
const addresses = [
  ...["/en", "/sv/after-commerce", "/nb/contact", "/en/guides", "/en/about.md", "/en/no-such-page"],
  ...["/styles/site.css", "/sitemap.xml", "/llms-full.txt", "/sv/site.webmanifest", "/feed.xml?locale=sv"],
  ...["/api/events", "/api/events?city=varberg&locale=nb", "/api/calendar/gothenburg", "/api/openapi.json"],
];

describeWithRedis("Two servers with one Redis", (redis) =>
  describeWithPostgres("and one PostgreSQL", (postgres) => {
    let mail: Awaited<ReturnType<typeof mailServer>>;
    beforeAll(async () => {
      mail = await mailServer();
      await Promise.all([redis.start(), postgres.start()]);
    });
    afterAll(() => mail.stop());

    /** Two servers that start at the same time on an empty database. */
    async function startTwo() {
      const variables = {
        NODE_ENV: "production",
        BASE_URL: "https://www.example.com",
        TRUST_PROXY: "1",
        REDIS_URL: redis.url,
        DATABASE_URL: await postgres.newDatabase(),
        SMTP_URL: mail.url,
        MAIL_FROM: "site@example.com",
        SUBMISSIONS_TO: "team@example.com",
      };
      const servers = await Promise.all([start(variables), start(variables)]);
      return { servers, variables };
    }
    /** The statuses of each server for alternating requests. */
    const inTurn = async (servers: Server[], times: number, post: (port: number) => Promise<Answer>) => {
      const statuses: number[][] = [[], []];
      for (let time = 0; time < 2 * times; time++)
        statuses[time % 2]!.push((await post(servers[time % 2]!.port)).status);
      return statuses;
    };
    /** Resolves once both servers share their rate limit. */
    const counting = async ([one, two]: Server[]) => {
      for (let attempt = 0; attempt < 200; attempt++, await wait(50)) {
        await question(one!.port, `198.19.0.${attempt}`);
        const { headers } = await question(two!.port, `198.19.0.${attempt}`);
        if (String(headers.ratelimit).includes("r=13")) return;
      }
      throw new Error("They do not count together");
    };
    /** An invalid question, which counts like a valid one. */
    const question = (port: number, from: string) =>
      ask(port, "/api/ai/chat", { method: "POST", headers: { "X-Forwarded-For": from }, body: "{" });

    it("count the questions and forms of a visitor together", async () => {
      const { servers } = await startTwo();
      await counting(servers);
      const questions = await inTurn(servers, 15, (port) => question(port, "198.18.0.1"));
      let number = 0;
      const forms = await inTurn(servers, 5, (port) => postForm(port, `No. ${number++}`, "198.18.0.1"));
      // Not exact: on a busy machine Redis can answer late, and a server then counts by itself once.
      for (const statuses of questions) expect(statuses.slice(0, 7)).toEqual(Array(7).fill(415));
      for (const statuses of forms) expect(statuses.slice(0, 2)).toEqual([303, 303]);
      for (const statuses of [...questions, ...forms]) expect(statuses).toContain(429);
    });

    it("create their tables, store and mail a duplicate once, and share what commands list and erase", async () => {
      const { servers, variables } = await startTwo();
      const sent = servers.map(({ port }, index) => postForm(port, "To both at once", `198.18.1.${index}`));
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([303, 303]);
      expect((await postForm(servers[0]!.port, "To the one", "198.18.1.2")).status).toBe(303);

      const command = async (...options: string[]) =>
        (await promisify(execFile)(process.execPath, ["dist/commands/submissions.js", ...options], { env: variables }))
          .stdout;
      const list = async () =>
        JSON.parse(await command("export", "--format", "json")) as { fields: { message: string } }[];
      expect((await list()).map(({ fields }) => fields.message).sort()).toEqual(["To both at once", "To the one"]);
      const mailed = () =>
        mail.received.flatMap(({ raw }) => /To (?:both at once|the one)/.exec(raw)?.[0] ?? []).sort();
      for (let looks = 0; mailed().length < 2 && looks < 200; looks++) await wait(50);
      await wait(300); // for a mail that must not be sent
      expect(mailed()).toEqual(["To both at once", "To the one"]);

      await command("erase", "--email", "ada@example.com", "--yes");
      expect(await list()).toEqual([]);
      expect((await postForm(servers[1]!.port, "To both at once", "198.18.1.3")).status).toBe(303);
      expect(await list()).toHaveLength(1);
      for (const { errors } of servers) {
        expect(errors().filter(({ msg }) => !/example facts|Redis is unavailable/.test(msg))).toEqual([]);
      }
    });

    it("send the same bytes, so that an ETag of one gets 304 from the other", async () => {
      const { servers } = await startTwo();
      const [one, two] = servers.map(({ port }) => port) as [number, number];
      const from = async (port: number, path: string, headers: Record<string, string> = {}) => {
        const { headers: answered, ...rest } = await ask(port, path, { headers });
        const { date: _date, ...same } = answered;
        return { ...rest, headers: same };
      };
      for (const port of [one, two]) await Promise.all(addresses.map((path) => from(port, path)));
      for (const path of addresses) {
        for (const coding of ["identity", "gzip", "br"]) {
          const headers = { "Accept-Encoding": coding };
          let [first, second] = [await from(one, path, headers), await from(two, path, headers)];
          for (let looks = 0; first.headers.etag !== second.headers.etag && looks < 400; looks++) {
            await wait(50); // until both have the final Brotli encoding
            [first, second] = [await from(one, path, headers), await from(two, path, headers)];
          }
          expect([path, coding, second]).toEqual([path, coding, first]);
          if (first.status !== 200) continue;
          const again = await from(two, path, { ...headers, "If-None-Match": first.headers.etag! });
          expect([path, coding, again.status]).toEqual([path, coding, 304]);
        }
      }
    });
  }),
);
