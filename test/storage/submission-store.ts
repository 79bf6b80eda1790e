import { beforeEach, expect, it } from "@jest/globals";
import { connect, type Database, type DatabaseLocation } from "../../src/storage/database.js";
import { createTables, versions } from "../../src/storage/schema.js";
import type { SubmissionStore } from "../../src/storage/store.js";
import type { Submission } from "../../src/storage/submission.js";
import { anotherProcess, DAY_MS, NOON, planned, sent, setClock, storeAt } from "../support/store.js";

/** Tests the contract of a store, in a file or in PostgreSQL. */
export function testSubmissionStore(newPlace: () => Promise<DatabaseLocation>): void {
  let place: DatabaseLocation;
  beforeEach(async () => {
    place = await newPlace();
  });
  const twoStores = (clock = Date.now) => [storeAt(place, clock), storeAt(place, clock)] as const;

  it.each([
    ["SQL", `"It's" 'so' \`said\` "" ''); DROP TABLE submissions; -- \\ % _ \\' \\\\ ? ?? $1 $2 :name @name ?1 $$`],
    ["JSON and controls", '{"a":[null,"\\u0000",\\n]}one\ntwo\r\n\tthree\u0001\u001b[31m\u007f\u2028\u200b\ufeff'],
    ["five thousand characters", `👩‍👩‍👧‍👦 🇳🇴 Ærlig åre, ẞtraße, 日本語, עברית, e\u0301${"🙂å".repeat(2500)}`],
  ])("stores text unchanged: %s", async (_, text) => {
    const store = storeAt(place, setClock());
    const email = "o'brien+\"?$1%_@example.com";
    const submission = sent({ locale: "nb", name: text, email, message: text, [text.slice(0, 20)]: text });
    await store.add(submission, planned("mail"));
    await store.add(sent(), planned("mail"));
    expect((await store.queue.lease("mail", 1000))?.submission.fields).toEqual(submission.fields);
    const [stored] = await store.list({ email });
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(stored).toEqual({ ...submission, id, receivedAt: "2027-02-09T12:00:00.000Z" });
    expect(await store.erase({ email: "%" })).toBe(0);
    expect(await store.erase({ email })).toBe(1);
    expect((await store.list({})).length).toBe(1);
  });

  it("stores the same form once within 24 hours, ignoring case and whitespace; then they start anew", async () => {
    const clock = setClock();
    const store = storeAt(place, clock);
    const first = sent({ message: "Hello,\n\nthere Åsa" });
    const again = sent({ message: "  HELLO, there\tåSA " });
    await store.add(first, planned("mail"));
    const counts: number[] = [];
    for (const later of [0, DAY_MS - 1, DAY_MS, DAY_MS + 1, 2 * DAY_MS - 1, 2 * DAY_MS]) {
      clock.now = NOON + later;
      await store.add(again, planned("mail"));
      counts.push((await store.list({})).length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 2, 3]);
    expect((await store.list({}))[0]).toMatchObject(first);
  });

  it("clears a suspected submission that a person repeats, and queues mails to its sender but no second to the team", async () => {
    const store = storeAt(place, setClock());
    const next = async (channel: string) => {
      const leased = await store.queue.lease(channel, 1000);
      if (leased) await store.queue.finish(channel, leased.submission.id);
      return leased?.submission.suspected;
    };
    await store.add(sent({ suspected: true }), planned("mail", "receipt", "reminder"));
    for (const channel of ["mail", "receipt"]) expect(await next(channel)).toBe(channel === "mail" || undefined);
    await store.add(sent({ suspected: true }), planned("mail", "receipt", "reminder"));
    await store.add(sent(), planned("mail", "receipt", "reminder"));
    await store.add(sent({ suspected: true }), planned("mail", "receipt", "reminder"));
    expect((await store.list({})).map(({ suspected }) => suspected)).toEqual([false]);
    expect(await next("mail")).toBeUndefined();
    for (const channel of ["receipt", "reminder"]) expect(await next(channel)).toBe(false);
    await store.add(sent(), planned("mail", "receipt")); // whose receipt has been sent
    for (const channel of ["mail", "receipt"]) expect(await next(channel)).toBeUndefined();
  });

  it("stores a submission that differs in a word, a field or the form", async () => {
    const store = storeAt(place);
    const fields = [{}, { message: "Hello, there." }, { email: "ada@example.org" }, { form: "student" }];
    const swapped = { name: "Hello there.", message: "Ada Lind" };
    for (const more of [...fields, swapped]) await store.add(sent(more), planned("mail"));
    expect((await store.list({})).length).toBe(5);
  });

  it.each([
    ["the first time", 0],
    ["after a day", DAY_MS],
  ])("stores one of forty concurrent duplicates from two stores and queues one mail: %s", async (_, later) => {
    const clock = setClock();
    const stores = twoStores(clock);
    if (later > 0) await stores[0].add(sent(), planned());
    clock.now += later;
    const adding = stores.flatMap((store) => Array.from({ length: 20 }, () => store.add(sent(), planned("mail"))));
    await Promise.all(adding);
    expect((await stores[0].list({})).length).toBe(later > 0 ? 2 : 1);
    expect(await rowsOf("SELECT channel FROM deliveries")).toEqual([{ channel: "mail" }]);
  });

  it("filters by form, mail address, id, suspicion and time, alone and combined, the oldest first", async () => {
    const clock = setClock();
    const store = storeAt(place, clock);
    const at = (seconds: number) => NOON + seconds * 1000;
    for (const more of [
      { message: "2", form: "join", suspected: true },
      { message: "1", form: "join", email: "Bo@Example.com" },
      { message: "4", email: "ÅSA@EXEMPEL.SE" },
      { message: "3", email: "BO@example.com" },
    ]) {
      clock.now = at(Number(more.message) - 1);
      await store.add(sent(more), planned());
    }
    const [{ id } = { id: "" }] = await store.list({ from: at(2) });
    for (const [filter, messages] of [
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
    ] as const) {
      const listed = (await store.list(filter)).map(({ fields }) => fields.message);
      expect({ filter, messages: listed.join("") }).toEqual({ filter, messages });
    }
  });

  it("erases every submission of a mail address in any case, with its mails that wait and its last notice", async () => {
    const store = storeAt(place);
    const notice = { status: "cancelled", startsAt: "2027-03-01T17:30:00+01:00", venue: "", address: "" };
    await store.add(sent({ email: "Ada@Example.com", message: "1" }), planned("mail"));
    await store.add(sent({ email: "ada@example.com", message: "2", form: "join" }), planned("mail"));
    await store.add(sent({ email: "ada@example.com.evil", message: "3" }), planned("mail"));
    const [{ id } = { id: "" }] = await store.list({});
    await store.saveNotice(id, { ...notice, status: "confirmed", venue: "A bar", address: "f00" });
    await store.saveNotice(id, notice);
    expect([...(await store.notices())]).toMatchObject([[id, notice]]);
    expect(await store.erase({ email: "ADA@example.COM" })).toBe(2);
    expect([...(await store.notices())]).toEqual([]);
    expect(await store.erase({ email: "ada@example.com" })).toBe(0);
    const [left, ...others] = await store.list({});
    expect({ left, others }).toMatchObject({ left: { fields: { message: "3" } }, others: [] });
    expect(await rowsOf("SELECT submission_id FROM deliveries")).toEqual([{ submission_id: left!.id }]);
    await store.add(sent({ email: "ada@example.com", message: "2", form: "join" }), planned("mail"));
    expect((await store.list({})).length).toBe(2);
  });

  it("gives one of forty concurrent submissions of a mailbox the receipt for its form and day, until it is erased", async () => {
    const clock = setClock();
    const stores = twoStores(clock);
    const addAll = (more: object) => {
      const ten = Array.from({ length: 10 }, (_, number) => sent({ message: `${number} ${clock.now}`, ...more }));
      return Promise.all(ten.map((submission, number) => stores[number % 2]!.add(submission, planned("receipt"))));
    };
    await addAll({});
    await addAll({ email: "ADA+tag@Example.com", locale: "sv" });
    await addAll({ form: "join" });
    clock.now += DAY_MS;
    await addAll({});
    const wanted = async () => {
      const all = await stores[0].list({});
      const answers = await Promise.all(all.map((one, index) => stores[index % 2]!.queue.claimReceipt(one)));
      return all.filter((_, index) => answers[index]);
    };
    const first = await wanted();
    const formsAndDays = first.map(({ form, receivedAt }) => `${form} ${receivedAt.slice(0, 10)}`).sort();
    expect(formsAndDays).toEqual(["contact 2027-02-09", "contact 2027-02-10", "join 2027-02-09"]);
    expect(await wanted()).toEqual(first); // also when it is tried again
    await stores[0].erase({ form: "join" });
    expect(await stores[0].queue.claimReceipt(first.find(({ form }) => form === "join")!)).toBe(false);
    await addAll({ form: "join" });
    expect((await wanted()).length).toBe(3);
  });

  it("answers others while it erases many, and its used bytes fall", async () => {
    const store = storeAt(place);
    const all = Array.from({ length: 100 }, (_, index) => sent({ message: `${index} `.repeat(500) }));
    await Promise.all(all.map((submission) => store.add(submission, planned("mail"))));
    const used = await store.usedBytes();
    const done: string[] = [];
    const erasing = store.erase({ form: "contact" }).then((erased) => done.push(`${erased} erased`));
    await store.add(sent({ form: "join" }), planned()).then(() => done.push("stored"));
    await erasing;
    expect(done).toEqual(["stored", "100 erased"]);
    expect(await store.list({})).toMatchObject([{ form: "join" }]);
    expect(await store.usedBytes()).toBeLessThan(used / 3);
  });

  const signUp = (more: object = {}) => {
    const fields = { event: "a-2027-03-01", name: "Ada Lind", email: "ada@example.com", ...more };
    return { form: "date", locale: "en", suspected: false, dateId: fields.event, fields } as const;
  };
  /** The keys to cancel by ids. */
  const keys = async () => {
    const rows = (await rowsOf("SELECT id, cancel_key FROM submissions"))!;
    return Object.fromEntries(rows.map((row) => [row.id, row.cancel_key])) as Record<string, string | null>;
  };
  const keyOf = async (id: string) => (await keys())[id]!;

  it("gives each sign-up a key of its own, and only these, and finds it again by the whole key", async () => {
    const store = storeAt(place);
    await store.add(signUp(), planned());
    await store.add(signUp({ name: "Bo" }), planned("receipt"));
    await store.add(sent(), planned("receipt"));
    const given = Object.values(await keys()).filter((key) => key !== null);
    expect(new Set(given).size).toBe(2);
    for (const key of given) {
      expect(key).toMatch(/^[\da-f]{32}$/);
      expect((await store.findSignUp(key))!.cancelledAt).toBeUndefined();
      for (const wrong of [key.slice(1), "", "%", `${key} `]) expect(await store.findSignUp(wrong)).toBeUndefined();
    }
    const { submission, key } = (await store.queue.lease("receipt", 1000))!;
    expect(key).toBe(submission.form === "date" ? await keyOf(submission.id) : null);
    expect(JSON.stringify(await store.list({}))).not.toMatch(/[\da-f]{32}/); // nor is it in an export
  });

  it("cancels all sign-ups of the mailbox for the date, once, and drops what waits for them", async () => {
    const clock = setClock();
    const stores = twoStores(clock);
    const [store] = stores;
    const deliveries = [...planned("receipt"), { ...planned("reminder")[0]!, due: NOON + DAY_MS }];
    const theirs = [signUp(), signUp({ email: "ADA+bo@Example.com", name: "Bo" })];
    const ofOthers = signUp({ email: "cy@example.com", note: '"event":"a-2027-03-01" %' });
    const ofOtherDates = [signUp({ event: "a-2027-04-01" }), signUp({ event: "a-2027-03-010" })];
    const all = [...theirs, ofOthers, ...ofOtherDates, sent({ message: '{"event":"a-2027-03-01"}' })];
    for (const one of all) await store.add(one, deliveries);
    const mailbox = { email: "ada@example.com", dateId: "a-2027-03-01" };
    const [ada, bo] = (await store.list(mailbox)) as [Submission, Submission];
    for (const one of [ada, bo]) expect(await store.queue.claimReceipt(one)).toBe(true);
    const attempts = Array.from({ length: 40 }, (_, number) => stores[number % 2]!.cancel(bo, ["cancellation"]));
    const cancelled = await Promise.all(attempts);
    expect(cancelled.flat().sort()).toEqual([ada.id, bo.id].sort());
    expect(await store.list({ dateId: "a-2027-03-01" })).toMatchObject([{ fields: { email: "cy@example.com" } }]);
    expect((await store.list({})).length).toBe(4);
    const waiting = await rowsOf("SELECT submission_id, channel FROM deliveries");
    const ofTheirs = waiting!.filter(({ submission_id }) => [ada.id, bo.id].includes(`${submission_id}`));
    expect({ all: waiting!.length, ofTheirs }).toMatchObject({ all: 9, ofTheirs: [{ channel: "cancellation" }] });
    expect(await store.findSignUp(await keyOf(bo.id))).toMatchObject({ cancelledAt: expect.any(String) });
    // Who comes again within the day is on the list, with a receipt.
    await store.add(signUp(), deliveries);
    const [again] = await store.list(mailbox);
    expect(await store.queue.claimReceipt(again!)).toBe(true);
    expect(await store.findSignUp(await keyOf(bo.id))).toBeUndefined();
    expect(await store.findSignUp(await keyOf(again!.id))).toMatchObject({ cancelledAt: undefined });
    // The one of which the team is still to be told stays.
    expect(await store.erase({ cancelled: true })).toBe(1);
    expect(await rowsOf("SELECT submission_id FROM deliveries WHERE channel = 'cancellation'")).toHaveLength(1);
  });

  const addSignUps = async (store: SubmissionStore, names: string[]) => {
    for (const [index, name] of names.entries())
      await store.add(signUp({ name, email: `${name}@example.com`, note: `${index}` }), planned("door list"));
    return (await store.list({})) as [Submission, Submission, Submission];
  };

  it("gives what is sent once for a date, or for each mailbox, to one of many, also when it is tried again", async () => {
    const stores = twoStores();
    await stores[0].add(signUp({ event: "a-2027-04-01", name: "cy" }), planned("door list"));
    const all = await addSignUps(stores[0], ["ada", "bo", "ada"]);
    const forTeam = ({ queue }: SubmissionStore, one: Submission) => queue.claimForTeam("door list", one, "2027-03-01");
    const reminder = ({ queue }: SubmissionStore, one: Submission) => queue.claimReminder(one);
    for (const claim of [forTeam, reminder]) {
      const claimAll = () => Promise.all(all.map((one, index) => claim(stores[index % 2]!, one)));
      const first = await claimAll();
      expect(first.filter(Boolean)).toHaveLength(claim === forTeam ? 2 : 3);
      expect(await claimAll()).toEqual(first);
    }
    const receipts = await Promise.all(all.map((one) => stores[0].queue.claimReceipt(one)));
    expect(receipts.filter(Boolean)).toHaveLength(3); // which these claims leave alone
  });

  it("gives a receipt to each name of a mailbox for a date, at most three a day, and the team a mail for each day", async () => {
    const store = storeAt(place);
    for (const [index, name] of ["Eva Ek", "eva  ek", "Olle", "Per", "Siv"].entries())
      await store.add(signUp({ name, note: `${index}` }), planned("receipt"));
    const names: string[] = [];
    for (const one of await store.list({}))
      if (await store.queue.claimReceipt(one)) names.push(`${one.fields.name}`.toLowerCase().slice(0, 3));
    expect({ all: names.length, different: new Set(names).size }).toEqual({ all: 3, different: 3 });
    const email = "bo@example.com";
    for (const form of ["seat-gothenburg", "seat-varberg", "seat", "contact"])
      await store.add(sent({ form, email, date: "any" }), planned());
    for (const one of await store.list({ email })) expect(await store.queue.claimReceipt(one)).toBe(true); // about no date

    const [first, second] = (await store.list({})) as [Submission, Submission];
    const forTeam = (one: Submission, day: string) => store.queue.claimForTeam("door list", one, day);
    expect(await forTeam(first, "2027-03-01")).toBe(true);
    await store.queue.keepForTeam("door list", first);
    expect(await forTeam(first, "2027-03-01")).toBe(false);
    expect(await forTeam(first, "2027-03-08")).toBe(true);
    expect(await forTeam(second, "2027-03-08")).toBe(false);
  });

  it("gives the mail about a date to another sign-up if the first goes before it is sent, and to none after", async () => {
    const store = storeAt(place);
    const [ada, bo, cy] = await addSignUps(store, ["ada", "bo", "cy"]);
    const forTeam = (one: Submission) => store.queue.claimForTeam("door list", one, "2027-03-01");
    const claims = async () => [await forTeam(bo), await forTeam(cy)];
    expect(await forTeam(ada)).toBe(true);
    expect(await claims()).toEqual([false, false]);
    await store.erase({ id: ada.id });
    expect(await claims()).toEqual([true, false]);
    await store.cancel(bo, []);
    expect(await forTeam(cy)).toBe(true);
    await store.queue.finish("door list", cy.id);
    await store.erase({});
    const [dan] = await addSignUps(store, ["dan"]);
    expect(await forTeam(dan)).toBe(false);
  });

  it("sends what waits for its time then, and looks at all of it again when asked to", async () => {
    const clock = setClock();
    const store = storeAt(place, clock);
    await store.add(signUp(), [...planned("receipt"), { ...planned("reminder")[0]!, due: NOON + 5 * DAY_MS }]);
    const [{ id } = { id: "" }] = await store.list({});
    const lease = (channel = "reminder") => store.queue.lease(channel, DAY_MS);
    expect(await lease("receipt")).toBeDefined(); // it is being sent, and must not be sent twice
    expect(await lease()).toBeUndefined();
    await store.queue.recheckSchedule();
    expect(await lease("receipt")).toBeUndefined();
    expect(await lease()).toMatchObject({ attempts: 1 });
    await store.queue.postpone("reminder", id, clock.now + 3 * DAY_MS, 0);
    clock.now += 3 * DAY_MS - 1;
    expect(await lease()).toBeUndefined();
    clock.now += 1;
    expect(await lease()).toMatchObject({ attempts: 1 });
  });

  it("gives each mail to one of many concurrent leases", async () => {
    const stores = twoStores();
    for (const message of ["1", "2", "3", "4", "5"]) await stores[0].add(sent({ message }), planned("mail"));
    const leased: string[] = [];
    for (let round = 0; round < 10; round++) {
      const leases = stores.flatMap((store) => Array.from({ length: 10 }, () => store.queue.lease("mail", 60_000)));
      for (const mail of await Promise.all(leases)) if (mail) leased.push(mail.submission.fields.message!);
    }
    expect(leased.sort()).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("makes a mail due again when its lease or delay ends, until it is finished, longest due first", async () => {
    const clock = setClock();
    const store = storeAt(place, clock);
    await store.add(sent({ message: "1" }), planned("mail"));
    clock.now += 1;
    await store.add(sent({ message: "2" }), planned("mail"));
    clock.now += 1;
    await store.add(sent({ message: "nobody's" }), planned());
    const lease = async (later = 0) => {
      clock.now += later;
      const mail = await store.queue.lease("mail", 60_000);
      return mail && `${mail.submission.fields.message}, attempt ${mail.attempts}`;
    };
    const [first, second] = await store.list({});
    for (const leased of ["1, attempt 1", "2, attempt 1", undefined]) expect(await lease()).toBe(leased);
    expect(await lease(59_999)).toBeUndefined();
    expect(await lease(1)).toBe("1, attempt 2");
    await store.queue.finish("mail", first!.id);
    expect(await lease()).toBe("2, attempt 2");
    await store.queue.postpone("mail", second!.id, clock.now + 5000, 2);
    expect(await lease(4999)).toBeUndefined();
    expect(await lease(1)).toBe("2, attempt 3");
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
    const stores = twoStores();
    await Promise.all(stores.map((store) => store.check()));
    const events = (await rowsOf("SELECT event FROM submissions ORDER BY id"))!.map(({ event }) => event);
    expect(events).toEqual(["a-2027-03-01", "", ""]);
    const startsAt = "2027-03-01T17:30:00+01:00";
    expect([...(await stores[0].notices())]).toMatchObject([
      ["1", { status: "confirmed", startsAt, venue: "A bar", address: "" }],
      ["2", { status: "cancelled", startsAt, venue: "", address: "" }],
    ]);
    const [first] = await stores[0].list({ id: "1" });
    expect(await stores[0].queue.claimReceipt({ ...first!, id: "2" })).toBe(true); // 1.1.0 noted no name
    expect(await stores[0].queue.claimReceipt(first!)).toBe(true);
    // The build before runs beside this one during a deploy.
    await withDatabase((database) => createTables(database, versions.slice(0, 1)));
    await withDatabase((database) => storeByPreviousBuild(database, "4", signedUp));
    await withDatabase((database) => storeByPreviousBuild(database, "5", '"no object'));
    await rowsOf("UPDATE submissions SET event = 'any' WHERE id = '2'"); // as builds after 1.1.0 did
    await stores[0].add(signUp(), planned());
    const id = expect.any(String);
    expect(await stores[1].list({ dateId: "a-2027-03-01" })).toMatchObject([{ id: "1" }, { id: "4" }, { id }]);
    expect(await rowsOf("SELECT id FROM submissions WHERE event = 'any'")).toEqual([]);
    expect(Object.values(await keys()).filter((key) => key === null)).toHaveLength(5);
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
    const database = await connect(place);
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

  it("stores what eight processes send that open a new database at once, and one of their duplicates", async () => {
    const code = (number: number) => `const all = ${JSON.stringify([sent({ message: `${number}` }), sent(), sent()])};
      return Promise.all(all.map((one) => store.add(one, [{ channel: "mail", to: "team" }])));`;
    const processes = await Promise.all(Array.from({ length: 8 }, (_, number) => anotherProcess(place, code(number))));
    await Promise.all(processes.map(({ go }) => go()));
    const messages = (await storeAt(place).list({})).map(({ fields }) => fields.message);
    expect(messages.sort()).toEqual([..."01234567", "Hello there."]);
  });
}
