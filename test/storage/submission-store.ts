import { beforeEach, expect, it } from "@jest/globals";
import type { Database } from "../../src/storage/database.js";
import { NotNotedError } from "../../src/storage/errors.js";
import { type DatabaseLocation, openDatabase } from "../../src/storage/open-database.js";
import { createTables, versions } from "../../src/storage/schema.js";
import type { Submission } from "../../src/storage/submission.js";
import { SubmissionStore } from "../../src/storage/submissions.js";
import { anotherProcess, DAY_MS, NOON, sent, setClock, storeAt } from "../support/store.js";

/** Tests the contract of a store, in a file or in PostgreSQL. */
export function testSubmissionStore(newPlace: () => Promise<DatabaseLocation>): void {
  let place: DatabaseLocation;
  beforeEach(async () => {
    place = await newPlace();
  });
  const messagesIn = (all: readonly { fields: Readonly<Record<string, string>> }[]) =>
    all.map(({ fields }) => fields.message);

  it("stores submissions unchanged, and lists the oldest first", async () => {
    const clock = setClock();
    const store = storeAt(place, clock);
    const first = sent({ locale: "nb", suspected: true, message: "First" });
    clock.now = NOON + 1;
    await store.add(sent({ message: "Second" }), ["mail"]);
    clock.now = NOON;
    await store.add(first, []);
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(await store.list({})).toEqual([
      { ...first, id, receivedAt: "2027-02-09T12:00:00.000Z" },
      { ...sent({ message: "Second" }), id, receivedAt: "2027-02-09T12:00:00.001Z" },
    ]);
  });

  it.each([
    ["SQL", `"It's" 'so' \`said\` "" ''); DROP TABLE submissions; -- \\ % _ \\' \\\\ ? ?? $1 $2 :name @name ?1 $$`],
    ["JSON and controls", '{"a":[null,"\\u0000",\\n]}one\ntwo\r\n\tthree\u0001\u001b[31m\u007f\u2028\u200b\ufeff'],
    ["five thousand characters", `👩‍👩‍👧‍👦 🇳🇴 Ærlig åre, ẞtraße, 日本語, עברית, e\u0301${"🙂å".repeat(2500)}`],
  ])("stores text unchanged: %s", async (_, text) => {
    const store = storeAt(place);
    const email = "o'brien+\"?$1%_@example.com";
    const submission = sent({ name: text, email, message: text, [text.slice(0, 20)]: text });
    expect(await store.add(submission, ["mail"])).toBe("stored");
    await store.add(sent(), ["mail"]);
    expect((await store.queue.claim("mail", 1000))?.submission.fields).toEqual(submission.fields);
    expect((await store.list({ email })).map(({ fields }) => fields)).toEqual([submission.fields]);
    expect(await store.erase({ email: "%" })).toBe(0);
    expect(await store.erase({ email })).toBe(1);
    expect((await store.list({})).length).toBe(1);
  });

  it("stores the same form once within 24 hours, ignoring case and whitespace; then they start anew", async () => {
    const clock = setClock();
    const store = storeAt(place, clock);
    const first = sent({ message: "Hello,\n\nthere Åsa" });
    const again = sent({ message: "  HELLO, there\tåSA " });
    const outcomes = [await store.add(first, ["mail"])];
    for (const later of [0, DAY_MS - 1, DAY_MS, DAY_MS + 1, 2 * DAY_MS - 1, 2 * DAY_MS]) {
      clock.now = NOON + later;
      outcomes.push(await store.add(again, ["mail"]));
    }
    const [added, twice] = ["stored", "duplicate"];
    expect(outcomes).toEqual([added, twice, twice, added, twice, twice, added]);
    const [oldest, ...others] = await store.list({});
    expect({ oldest, others: others.length }).toMatchObject({ oldest: first, others: 2 });
  });

  it("clears the suspicion and queues the receipt if a person repeats a suspected submission, and no second mail", async () => {
    const store = storeAt(place, setClock());
    const next = async (channel: string) => {
      const claimed = await store.queue.claim(channel, 1000);
      if (claimed) await store.queue.finish(channel, claimed.submission.id);
      return claimed?.submission.suspected;
    };
    await store.add(sent({ suspected: true }), ["mail"]);
    expect(await next("mail")).toBe(true);
    expect(await store.add(sent({ suspected: true }), ["mail"])).toBe("duplicate");
    expect(await store.add(sent(), ["mail", "receipt"])).toBe("duplicate");
    expect(await store.add(sent({ suspected: true }), ["mail"])).toBe("duplicate");
    expect((await store.list({})).map(({ suspected }) => suspected)).toEqual([false]);
    expect([await next("mail"), await next("receipt")]).toEqual([undefined, false]);
    expect(await store.add(sent(), ["mail", "receipt"])).toBe("duplicate"); // whose receipt has been sent
    expect([await next("mail"), await next("receipt")]).toEqual([undefined, undefined]);
  });

  it("stores a submission that differs in a word, a field or the form", async () => {
    const store = storeAt(place);
    const fields = [{}, { message: "Hello, there." }, { email: "ada@example.org" }, { form: "student" }];
    const swapped = [
      { name: "Hello there.", message: "Ada Lind" },
      { message: "", more: "Hello there." },
    ];
    for (const more of [...fields, ...swapped]) expect(await store.add(sent(more), ["mail"])).toBe("stored");
  });

  it.each([
    ["the first time", 0],
    ["after a day", DAY_MS],
  ])("stores one of forty concurrent duplicates from two stores and queues one mail: %s", async (_, later) => {
    const clock = setClock();
    const stores = [storeAt(place, clock), storeAt(place, clock)];
    if (later > 0) await stores[0]!.add(sent(), []);
    clock.now += later;
    const outcomes = await Promise.all(
      stores.flatMap((store) => Array.from({ length: 20 }, () => store.add(sent(), ["mail"]))),
    );

    expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(1);
    expect((await stores[0]!.list({})).length).toBe(later > 0 ? 2 : 1);
    expect(await stores[0]!.queue.claim("mail", 1000)).toBeDefined();
    expect(await stores[1]!.queue.claim("mail", 1000)).toBeUndefined();
  });

  it("filters by form, mail address, id, suspicion and time, alone and combined", async () => {
    const clock = setClock();
    const store = storeAt(place, clock);
    const add = async (message: string, more: Record<string, unknown>) => {
      await store.add(sent({ message, ...more }), []);
      clock.now += 1000;
    };
    await add("1", { form: "join", email: "Bo@Example.com" });
    await add("2", { form: "join", suspected: true });
    await add("3", { email: "BO@example.com" });
    await add("4", { email: "ÅSA@EXEMPEL.SE" });
    const at = (seconds: number) => NOON + seconds * 1000;
    const [{ id } = { id: "" }] = await store.list({ from: at(2) });
    const expected: [object, string][] = [
      [{ form: undefined, email: undefined }, "1234"],
      [{ form: "join" }, "12"],
      [{ email: "bo@EXAMPLE.com" }, "13"],
      [{ email: "åsa@exempel.se".normalize("NFD") }, "4"],
      [{ email: "example.com" }, ""],
      [{ id }, "3"],
      [{ suspected: true }, "2"],
      [{ suspected: false }, "134"],
      [{ from: at(1), before: at(3) }, "23"],
      [{ form: "join", email: "bo@example.com", suspected: false, before: at(1) }, "1"],
    ];
    for (const [filter, messages] of expected) {
      const listed = messagesIn(await store.list(filter)).sort();
      expect({ filter, messages: listed.join("") }).toEqual({ filter, messages });
    }
  });

  it("erases every submission of a mail address in any case, with its queued mails", async () => {
    const store = storeAt(place);
    await store.add(sent({ email: "Ada@Example.com", message: "1" }), ["mail"]);
    await store.add(sent({ email: "ada@example.com", message: "2", form: "join" }), ["mail"]);
    await store.add(sent({ email: "ada@example.com.evil", message: "3" }), ["mail"]);
    expect(await store.erase({ email: "ADA@example.COM" })).toBe(2);
    expect(await store.erase({ email: "ada@example.com" })).toBe(0);
    expect(messagesIn(await store.list({}))).toEqual(["3"]);
    expect((await store.queue.claim("mail", 1000))?.submission.fields.message).toBe("3");
    expect(await store.queue.claim("mail", 1000)).toBeUndefined();
    expect(await rowsOf("SELECT submission_id FROM deliveries")).toHaveLength(1);
    expect(await store.add(sent({ email: "ada@example.com", message: "2", form: "join" }), ["mail"])).toBe("stored");
  });

  it("gives one of forty concurrent submissions of a mailbox the receipt for its form and day, until it is erased", async () => {
    const clock = setClock();
    const stores = [storeAt(place, clock), storeAt(place, clock)];
    const addAll = (more: object) => {
      const ten = Array.from({ length: 10 }, (_, number) => sent({ message: `${number} ${clock.now}`, ...more }));
      return Promise.all(ten.map((submission, number) => stores[number % 2]!.add(submission, ["receipt"])));
    };
    await addAll({});
    await addAll({ email: "ADA+tag@Example.com", locale: "sv" });
    await addAll({ form: "join" });
    clock.now += DAY_MS;
    await addAll({});
    const wanted = async () => {
      const all = await stores[0]!.list({});
      const answers = await Promise.all(all.map((submission, index) => stores[index % 2]!.claims.receipt(submission)));
      return all.filter((_, index) => answers[index]);
    };
    const first = await wanted();
    const formsAndDays = first.map(({ form, receivedAt }) => `${form} ${receivedAt.slice(0, 10)}`).sort();
    expect(formsAndDays).toEqual(["contact 2027-02-09", "contact 2027-02-10", "join 2027-02-09"]);
    expect(await wanted()).toEqual(first); // also when it is tried again
    await stores[0]!.erase({ form: "join" });
    expect(await stores[0]!.claims.receipt(first.find(({ form }) => form === "join")!)).toBe(false);
    await addAll({ form: "join" });
    expect((await wanted()).length).toBe(3);
  });

  it("answers others while it erases many, and its used bytes fall", async () => {
    const store = storeAt(place);
    const number = 100;
    const all = Array.from({ length: number }, (_, index) => sent({ message: `${index} `.repeat(500) }));
    await Promise.all(all.map((submission) => store.add(submission, ["mail"])));
    const used = await store.usedBytes();
    const done: string[] = [];
    const erasing = store.erase({ form: "contact" }).then((erased) => done.push(`${erased} erased`));
    await store.add(sent({ form: "join" }), []).then(() => done.push("stored"));
    await erasing;
    expect(done).toEqual(["stored", `${number} erased`]);
    expect(await store.list({})).toMatchObject([{ form: "join" }]);
    expect(await store.usedBytes()).toBeLessThan(used / 3);
  });

  it("stores the last notice to a participant with the submission, and erases it with it", async () => {
    const store = storeAt(place);
    await store.add(sent(), []);
    const [{ id } = { id: "" }] = await store.list({});
    const notice = { status: "cancelled", startsAt: "2027-03-01T17:30:00+01:00", venue: "", address: "" };
    await store.saveNotice(id, { ...notice, status: "confirmed", venue: "A bar", address: "f00" });
    await store.saveNotice(id, notice);
    expect([...(await store.notices())]).toMatchObject([[id, notice]]);
    await store.erase({ id });
    expect([...(await store.notices())]).toEqual([]);
  });

  const evening = { form: "date", event: "a-2027-03-01", about: undefined, message: undefined };
  const signUp = (more: object = {}) => {
    const { fields, ...rest } = sent({ ...evening, ...more });
    return { ...rest, fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) };
  };
  const keys = async () =>
    (await rowsOf("SELECT cancel_key FROM submissions ORDER BY id"))!.map((row) => row.cancel_key);
  const keyOf = async (id: string) =>
    (await rowsOf(`SELECT cancel_key FROM submissions WHERE id = '${id}'`))![0]!.cancel_key as string;

  it("gives each sign-up a key of its own, and only these, and finds it again by the whole key", async () => {
    const store = storeAt(place);
    await store.add(signUp(), [], new Map());
    await store.add(signUp({ name: "Bo" }), ["receipt"], new Map());
    await store.add(sent(), ["receipt"]);
    const given = (await keys()).filter((key) => key !== null);
    expect(new Set(given).size).toBe(2);
    for (const key of given) {
      expect(key).toMatch(/^[\da-f]{32}$/);
      expect((await store.findSignUp(`${key}`))!.isCancelled).toBe(false);
      for (const wrong of [`${key}`.slice(1), "", "%", `${key} `])
        expect(await store.findSignUp(wrong)).toBeUndefined();
    }
    const { submission, key } = (await store.queue.claim("receipt", 1000))!;
    expect(key).toBe(submission.form === "date" ? await keyOf(submission.id) : null);
    expect(JSON.stringify(await store.list({}))).not.toMatch(/[\da-f]{32}/); // nor is it in an export
  });

  it("cancels all sign-ups of the mailbox for the date, once, and drops what waits for them", async () => {
    const clock = setClock();
    const stores = [storeAt(place, clock), storeAt(place, clock)] as const;
    const [store] = stores;
    const later = new Map([["reminder", NOON + DAY_MS]]);
    const theirs = [signUp(), signUp({ email: "ADA+bo@Example.com", name: "Bo" })];
    const ofOthers = signUp({ email: "cy@example.com", note: '"event":"a-2027-03-01" %' });
    const ofOtherDates = [signUp({ event: "a-2027-04-01" }), signUp({ event: "a-2027-03-010" })];
    const all = [...theirs, ofOthers, ...ofOtherDates, sent({ message: '{"event":"a-2027-03-01"}' })];
    for (const one of all) await store.add(one, ["receipt"], later);
    const [ada, bo] = await store.list({ email: "ada@example.com", event: "a-2027-03-01" });
    const names = (await store.list({ event: "a-2027-03-01" })).map(({ fields }) => fields.name);
    expect(names.sort()).toEqual(["Ada Lind", "Ada Lind", "Bo"]);
    expect(await store.claims.receipt(ada!)).toBe(true);
    expect(await store.claims.receipt(bo!)).toBe(true);
    const attempts = Array.from({ length: 40 }, (_, number) => stores[number % 2]!.cancel(bo!, ["cancellation"]));
    const cancelled = await Promise.all(attempts);
    expect(cancelled.flat().sort()).toEqual([ada!.id, bo!.id].sort());
    expect(await store.list({ event: "a-2027-03-01" })).toMatchObject([{ fields: { email: "cy@example.com" } }]);
    expect((await store.list({})).length).toBe(4);
    const waiting = await rowsOf("SELECT submission_id, channel FROM deliveries");
    const ofTheirs = waiting!.filter(({ submission_id }) => [ada!.id, bo!.id].includes(`${submission_id}`));
    expect({ all: waiting!.length, ofTheirs }).toMatchObject({ all: 9, ofTheirs: [{ channel: "cancellation" }] });
    expect(await store.findSignUp(await keyOf(bo!.id))).toMatchObject({ isCancelled: true });
    // Who comes again within the day is on the list, with a receipt.
    expect(await store.add(signUp(), ["receipt"], later)).toBe("stored");
    const [again] = await store.list({ email: "ada@example.com", event: "a-2027-03-01" });
    expect(await store.claims.receipt(again!)).toBe(true);
    expect(await store.findSignUp(await keyOf(bo!.id))).toBeUndefined();
    expect(await store.findSignUp(await keyOf(again!.id))).toMatchObject({ isCancelled: false });
    // The one of which the team is still to be told stays.
    expect(await store.erase({ cancelled: true })).toBe(1);
    expect(await rowsOf("SELECT submission_id FROM deliveries WHERE channel = 'cancellation'")).toHaveLength(1);
  });

  it("gives what is sent once for a date, or for each mailbox, to one of many, also when it is tried again", async () => {
    const stores = [storeAt(place), storeAt(place)] as const;
    for (const [name, email] of ["ada", "bo", "ada"].entries())
      await stores[0].add(signUp({ name: `${name}`, email: `${email}@example.com` }), ["list"], new Map());
    await stores[0].add(signUp({ event: "a-2027-04-01" }), ["list"], new Map());
    const all = await stores[0].list({});
    const forTeam = (store: (typeof stores)[0], one: Submission) => store.claims.forTeam("list", one, "2027-03-01");
    const reminder = (store: (typeof stores)[0], one: Submission) => store.claims.reminder(one);
    for (const claim of [forTeam, reminder]) {
      const claimAll = () => Promise.all(all.map((one, index) => claim(stores[index % 2]!, one)));
      const first = await claimAll();
      expect(first.filter(Boolean)).toHaveLength(claim === forTeam ? 2 : 3);
      expect(await claimAll()).toEqual(first);
    }
    const receipts = await Promise.all(all.map((one) => stores[0].claims.receipt(one)));
    expect(receipts.filter(Boolean)).toHaveLength(4); // which these claims leave alone
  });

  it("gives a receipt to each name of a mailbox for a date, at most three a day, and the team a mail for each day", async () => {
    const store = storeAt(place);
    for (const [index, name] of ["Eva Ek", "eva  ek", "Olle", "Per", "Siv"].entries())
      await store.add(signUp({ name, note: `${index}` }), ["receipt"], new Map());
    const names: string[] = [];
    for (const one of await store.list({}))
      if (await store.claims.receipt(one)) names.push(`${one.fields.name}`.toLowerCase().slice(0, 3));
    expect({ all: names.length, different: new Set(names).size }).toEqual({ all: 3, different: 3 });

    const [first, second] = (await store.list({})) as [Submission, Submission];
    const forTeam = (one: Submission, day: string) => store.claims.forTeam("list", one, day);
    expect([await forTeam(first, "2027-03-01"), await forTeam(second, "2027-03-01")]).toEqual([true, false]);
    await store.claims.keepForTeam("list", first);
    expect(await forTeam(first, "2027-03-01")).toBe(false);
    expect([await forTeam(first, "2027-03-08"), await forTeam(second, "2027-03-08")]).toEqual([true, false]);
  });

  it("gives the mail about a date to another sign-up if the first goes before it is sent, and to none after", async () => {
    const store = storeAt(place);
    for (const name of ["ada", "bo", "cy"])
      await store.add(signUp({ name, email: `${name}@example.com` }), ["list"], new Map());
    const [ada, bo, cy] = (await store.list({})) as [Submission, Submission, Submission];
    const forTeam = (one: Submission) => store.claims.forTeam("list", one, "2027-03-01");
    const claims = async () => [await forTeam(bo), await forTeam(cy)];
    expect(await forTeam(ada)).toBe(true);
    expect(await claims()).toEqual([false, false]);
    await store.erase({ id: ada.id });
    expect(await claims()).toEqual([true, false]);
    await store.cancel(bo, []);
    expect(await forTeam(cy)).toBe(true);
    await store.queue.finish("list", cy.id);
    await store.erase({});
    await store.add(signUp({ name: "dan", email: "dan@example.com" }), ["list"], new Map());
    const [dan] = await store.list({});
    expect(await forTeam(dan!)).toBe(false);
  });

  it("sends what waits for its time then, and looks at all of it again when asked to", async () => {
    const clock = setClock();
    const store = storeAt(place, clock);
    await store.add(signUp(), ["receipt"], new Map([["reminder", NOON + 5 * DAY_MS]]));
    const [{ id } = { id: "" }] = await store.list({});
    const claim = (channel = "reminder") => store.queue.claim(channel, DAY_MS);
    expect(await claim("receipt")).toBeDefined(); // it is being sent, and must not be sent twice
    expect(await claim()).toBeUndefined();
    await store.queue.recheckSchedule();
    expect(await claim("receipt")).toBeUndefined();
    expect(await claim()).toMatchObject({ attempts: 1 });
    await store.queue.postpone("reminder", id, clock.now + 3 * DAY_MS, 0);
    clock.now += 3 * DAY_MS - 1;
    expect(await claim()).toBeUndefined();
    clock.now += 1;
    expect(await claim()).toMatchObject({ attempts: 1 });
  });

  it("gives each mail to one of many concurrent claims", async () => {
    const stores = [storeAt(place), storeAt(place)];
    for (const message of ["1", "2", "3", "4", "5"]) await stores[0]!.add(sent({ message }), ["mail"]);
    const claimed: string[] = [];
    for (let round = 0; round < 10; round++) {
      const claims = stores.flatMap((store) => Array.from({ length: 10 }, () => store.queue.claim("mail", 60_000)));
      for (const mail of await Promise.all(claims)) if (mail) claimed.push(mail.submission.fields.message!);
    }
    expect(claimed.sort()).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("makes a mail due again when its claim or delay ends, until it is finished, longest due first", async () => {
    const clock = setClock();
    const store = storeAt(place, clock);
    await store.add(sent({ message: "1" }), ["mail"]);
    clock.now += 1;
    await store.add(sent({ message: "2" }), ["mail"]);
    clock.now += 1;
    await store.add(sent({ message: "nobody's" }), []);
    const claim = async () => {
      const mail = await store.queue.claim("mail", 60_000);
      return mail && { message: mail.submission.fields.message, attempts: mail.attempts };
    };
    const [first, second] = await store.list({});
    expect(await claim()).toEqual({ message: "1", attempts: 1 });
    expect(await claim()).toEqual({ message: "2", attempts: 1 });
    expect(await claim()).toBeUndefined();
    clock.now += 59_999;
    expect(await claim()).toBeUndefined();
    clock.now += 1;
    expect(await claim()).toEqual({ message: "1", attempts: 2 });
    await store.queue.finish("mail", first!.id);
    expect(await claim()).toEqual({ message: "2", attempts: 2 });
    await store.queue.postpone("mail", second!.id, clock.now + 5000, 2);
    expect(await claim()).toBeUndefined();
    clock.now += 5000;
    expect(await claim()).toEqual({ message: "2", attempts: 3 });
  });

  it("opens a database of 1.1.0, which goes on storing, keeps what is in it and finds it by event", async () => {
    const storeByPreviousBuild = (database: Database, id: string, fields: string) => {
      const columns = "id, form, locale, received_at, suspected, email, fields, hash";
      const values = [id, "date", "en", `2026-01-0${id}T00:00:00.000Z`, 0, "ada@example.com", fields, `hash ${id}`];
      const sql = `INSERT INTO submissions (${columns}) VALUES (${values.map(() => "?").join(", ")})`;
      return database.run([{ sql, values }]);
    };
    const signedUp = JSON.stringify(signUp().fields);
    await withDatabase(async (database) => {
      await createTables(database, versions.slice(0, 1));
      await storeByPreviousBuild(database, "1", signedUp);
      await storeByPreviousBuild(database, "2", JSON.stringify({ ...sent().fields, date: "any", event: "" }));
      await storeByPreviousBuild(database, "3", JSON.stringify(sent({ message: '"event":"a-2027-03-01"' }).fields));
      const changes = ["confirmed 2027-03-01T17:30:00+01:00 A bar", "cancelled 2027-03-01T17:30:00+01:00"];
      const receipt = "INSERT INTO receipts VALUES ('2026-01-01', 'date', 'a-2027-03-01', 'ada@example.com', '1')";
      const notices = { sql: "INSERT INTO event_notices VALUES ('1', ?), ('2', ?)", values: changes };
      await database.run([notices, { sql: receipt, values: [] }]);
    });
    const stores = [storeAt(place), storeAt(place)] as const;
    await Promise.all(stores.map((store) => store.check()));
    const events = (await rowsOf("SELECT event FROM submissions ORDER BY id"))!.map(({ event }) => event);
    expect(events).toEqual(["a-2027-03-01", "any", ""]);
    const startsAt = "2027-03-01T17:30:00+01:00";
    expect([...(await stores[0].notices())]).toMatchObject([
      ["1", { status: "confirmed", startsAt, venue: "A bar", address: "" }],
      ["2", { status: "cancelled", startsAt, venue: "", address: "" }],
    ]);
    const [first] = await stores[0].list({ id: "1" });
    expect(await stores[0].claims.receipt({ ...first!, id: "2" })).toBe(true); // 1.1.0 noted no name
    expect(await stores[0].claims.receipt(first!)).toBe(true);
    // The build before runs beside this one during a deploy.
    await withDatabase((database) => createTables(database, versions.slice(0, 1)));
    await withDatabase((database) => storeByPreviousBuild(database, "4", signedUp));
    await withDatabase((database) => storeByPreviousBuild(database, "5", '"no object'));
    await stores[0].add(signUp(), [], new Map());
    const ids = (await stores[1].list({ event: "a-2027-03-01" })).map(({ id }) => id);
    expect(ids).toEqual(["1", "4", expect.any(String)]);
    expect((await keys()).filter((key) => key === null)).toHaveLength(5);
  });

  it("says that a claim could not be noted", async () => {
    const connect = () => Promise.reject(new Error("disk full"));
    const { claims } = new SubmissionStore({ connect, clock: Date.now });
    const submission = { ...signUp(), id: "1", receivedAt: "2027-01-01T00:00:00.000Z" };
    await expect(claims.receipt(submission)).rejects.toThrow("disk full");
    await expect(claims.receipt(submission)).rejects.toBeInstanceOf(NotNotedError);
  });

  it("migrates once, and wholly or not at all, like other statements", async () => {
    const first = ["CREATE TABLE one (a text)"];
    const second = ["CREATE TABLE two (a text)", "INSERT INTO two (a) VALUES ('x')"];
    await withDatabase(async (database) => {
      await expect(createTables(database, [first, [...second, "CREATE NONSENSE"]])).rejects.toThrow();
      for (const migrations of [[first], [first, second], [first, second], []])
        await createTables(database, migrations);
      const inserts = ["two", "three"].map((table) => ({ sql: `INSERT INTO ${table} (a) VALUES (?)`, values: ["y"] }));
      await expect(database.run(inserts)).rejects.toThrow();
    });
    expect(await rowsOf("SELECT a FROM two")).toEqual([{ a: "x" }]);
  });

  async function withDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    const database = await openDatabase(place, async () => {});
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }

  async function rowsOf(sql: string) {
    const [rows] = await withDatabase((database) => database.run([{ sql, values: [] }]));
    return rows;
  }
}

export function testSharedStore(newPlace: () => Promise<DatabaseLocation>): void {
  let place: DatabaseLocation;
  beforeEach(async () => {
    place = await newPlace();
  });

  it("stores one of many concurrent duplicates from two processes", async () => {
    const code = `return Promise.all(Array.from({ length: 20 }, () => store.add(${JSON.stringify(sent())}, ["mail"])))`;
    const processes = await Promise.all([anotherProcess(place, code), anotherProcess(place, code)]);
    const outcomes = (await Promise.all(processes.map(({ go }) => go()))).flat();
    expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(1);
    expect(outcomes).toHaveLength(40);
    expect((await storeAt(place).list({})).length).toBe(1);
  });

  it("stores the submissions of eight processes that open a new database at once", async () => {
    const code = (number: number) => `return store.add(${JSON.stringify(sent({ message: `${number}` }))}, ["mail"])`;
    const processes = await Promise.all(Array.from({ length: 8 }, (_, number) => anotherProcess(place, code(number))));
    expect(await Promise.all(processes.map(({ go }) => go()))).toEqual(Array(8).fill("stored"));
    expect((await storeAt(place).list({})).length).toBe(8);
  });
}
