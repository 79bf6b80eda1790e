import { setImmediate } from "node:timers/promises";
import { type Occurrence, takesPlace } from "../events/agenda.js";
import { fixedWindowLimiter } from "../http/limits.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { Delivery } from "../storage/queue.js";
import type { PlannedDelivery, SubmissionStore } from "../storage/store.js";
import type { NewSubmission } from "../storage/submission.js";
import { DAY_MS, dateAt, daysAfter, HOUR_MS, type Instant, instantOf } from "../text/wall-clock.js";
import { sendDoorList } from "./door-list.js";
import { type Outcome, sendReceipt, sendReminder } from "./letter.js";
import { sendCancellation, sendTeamMail, sendWarning, sendWebhook } from "./team-messages.js";
import { isRejectedRecipient } from "./transports.js";

/** Queued when a form is stored, or when a sign-up is cancelled. */
interface ImmediateChannel {
  /** Databases have it, so that it may not change. */
  readonly name: string;
  readonly kind: "stored" | "cancelled";
  /** What must be configured; receipts need mail. */
  readonly needs: "mail" | "receipts" | "webhook";
  /** Only what the team gets is retried for ever. A suspected sender gets nothing: programs type in any address. */
  readonly to: "team" | "sender" | "webhook";
  /** Rejects if it has to be tried again. */
  readonly send: (delivery: Delivery, store: SubmissionStore, site: Site) => Promise<Outcome>;
}

/** Queued with each sign-up for an open date. */
interface DatedChannel {
  readonly name: string;
  readonly kind: "dated";
  readonly needs: "mail" | "receipts";
  readonly to: "team" | "sender";
  readonly due: (date: Occurrence, site: Site) => Instant;
  /** Whether it is also sent about who signs up after it was due; such a person has all of a reminder in the receipt. */
  readonly isSentLate: boolean;
  /** From then on it is not sent. */
  readonly until: (date: Occurrence, site: Site) => Instant;
  readonly send: (delivery: Delivery, date: Occurrence, store: SubmissionStore, site: Site) => Promise<Outcome>;
}

type Channel = ImmediateChannel | DatedChannel;

/** What is sent about submissions. The team gets `mail` about each, and `warning` if the reminder will lack an address. */
// biome-ignore format: a table is read in columns
const channels: readonly Channel[] = [
  { name: "mail",         kind: "stored",    needs: "mail",     to: "team",    send: sendTeamMail },
  { name: "receipt",      kind: "stored",    needs: "receipts", to: "sender",  send: sendReceipt },
  { name: "webhook",      kind: "stored",    needs: "webhook",  to: "webhook", send: sendWebhook },
  { name: "cancellation", kind: "cancelled", needs: "mail",     to: "team",    send: sendCancellation },
  { name: "warning",      kind: "dated",     needs: "receipts", to: "team",    send: sendWarning,  due: warningDue,  isSentLate: true,  until: reminderDue },
  { name: "reminder",     kind: "dated",     needs: "receipts", to: "sender",  send: sendReminder, due: reminderDue, isSentLate: false, until: startOf },
  { name: "door list",    kind: "dated",     needs: "mail",     to: "team",    send: sendDoorList, due: doorListDue, isSentLate: false, until: startOf },
];

function isConfigured({ needs }: Channel, { config: { smtp, webhook } }: Site): boolean {
  if (needs === "webhook") return webhook !== undefined;
  return smtp !== undefined && (needs === "mail" || smtp.receipts);
}

function warningDue(date: Occurrence, { library }: Site): Instant {
  return timeBefore(date, library.organisation.addressMail.daysBefore + 1, "10:00");
}

/** The site promises to have mailed the address by then. */
function reminderDue(date: Occurrence, { library }: Site): Instant {
  return timeBefore(date, library.organisation.addressMail.daysBefore, "10:00");
}

function doorListDue(date: Occurrence): Instant {
  return timeBefore(date, 0, "07:00");
}

function startOf(date: Occurrence): Instant {
  return date.starts;
}

/** In the zone of the date. */
function timeBefore({ event, starts }: Occurrence, days: number, time: string): Instant {
  return instantOf(`${daysAfter(dateAt(starts, event.zone), -days)}T${time}`, event.zone);
}

export const deliveryTiming = {
  /** Finds deliveries that are due again, or that another process leased and did not send. */
  pollMs: 30_000,
  leaseMs: 120_000,
  /** After the first failed attempt; doubled after each further one, up to `maxRetryMs`. */
  firstRetryMs: 30_000,
  maxRetryMs: 6 * HOUR_MS,
  /** A day and a half. */
  maxAttempts: 15,
  deliveriesPerHour: 200,
};

/** Sends what waits in the store, by channel. */
export class Deliveries {
  /** What is sent when a sign-up is cancelled. */
  readonly afterCancellation: readonly string[];
  readonly #channels: readonly Channel[];
  readonly #outboxes;
  readonly #site: Site;
  #timer: NodeJS.Timeout | undefined;
  #isReadable = true;

  constructor(store: SubmissionStore, site: Site) {
    this.#channels = channels.filter((channel) => isConfigured(channel, site));
    this.afterCancellation = this.#channels.flatMap(({ kind, name }) => (kind === "cancelled" ? name : []));
    this.#outboxes = this.#channels.map((channel) => new Outbox(channel, store, site));
    this.#site = site;
  }

  /** What is to be sent about a submission, and when. */
  plan({ form, dateId }: NewSubmission): PlannedDelivery[] {
    const planned: PlannedDelivery[] = [];
    const date = this.#site.snapshot().agenda.occurrence(dateId);
    const isOnList = form === "date" && date?.event.audience === "open";
    for (const channel of this.#channels) {
      const { kind, name, to } = channel;
      if (kind === "stored") planned.push({ channel: name, to });
      if (kind === "dated" && isOnList) {
        const due = channel.due(date, this.#site);
        if (channel.isSentLate || due > this.#site.clock()) planned.push({ channel: name, due, to });
      }
    }
    return planned;
  }

  /** Sends what is due. Never rejects; resolves once all of it was tried, for which no request needs to wait. */
  async wake(): Promise<void> {
    this.#timer ??= setInterval(() => this.wake(), deliveryTiming.pollMs).unref();
    const results = await Promise.allSettled(this.#outboxes.map((outbox) => outbox.sendDue()));
    const failed = results.find((result) => result.status === "rejected");
    const { logger } = this.#site;
    if (failed && this.#isReadable) logger.warn({ reason: errorCode(failed.reason) }, "Could not read the outbox");
    if (!failed && !this.#isReadable) logger.info("The outbox can be read again");
    this.#isReadable = !failed;
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all(this.#outboxes.map((outbox) => outbox.stop()));
  }
}

/** One for each channel, so that none waits for the receiver of another. Each delivery is sent at least once. */
class Outbox {
  readonly #channel: Channel;
  readonly #store: SubmissionStore;
  readonly #site: Site;
  readonly #limiter;
  #hasFailed = false;
  #running = Promise.resolve();
  #isWaiting = false;
  #isStopped = false;

  constructor(channel: Channel, store: SubmissionStore, site: Site) {
    const { clock, logger } = site;
    const { deliveriesPerHour } = deliveryTiming;
    this.#channel = channel;
    this.#store = store;
    this.#site = site;
    this.#limiter = fixedWindowLimiter(deliveriesPerHour, HOUR_MS, clock, () =>
      logger.warn({ deliveriesPerHour }, `Hourly limit reached: each further ${channel.name} waits for the next hour`),
    );
  }

  /** Sends what is due. Calls during a run lead to one more. */
  sendDue(): Promise<void> {
    if (this.#isStopped || this.#isWaiting) return this.#running;
    this.#isWaiting = true;
    this.#running = this.#running.catch(() => {}).then(() => this.#sendAllDue());
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running.catch(() => {});
  }

  async #sendAllDue(): Promise<void> {
    this.#isWaiting = false;
    while (!this.#isStopped && !this.#limiter.isReached()) {
      await setImmediate(); // SQLite answers at once, and requests would wait for all that is due
      const delivery = await this.#store.queue.lease(this.#channel.name, deliveryTiming.leaseMs);
      if (!delivery) return;
      await this.#send(delivery);
    }
  }

  async #send(delivery: Delivery): Promise<void> {
    const { name } = this.#channel;
    const { queue } = this.#store;
    const { id } = delivery.submission;
    let outcome: Outcome;
    try {
      outcome = await send(this.#channel, delivery, this.#store, this.#site);
    } catch (error) {
      return this.#afterFailure(error, delivery);
    }
    if (outcome === "sent") {
      this.#limiter.take(); // each delivery counts once, however often it is tried
      if (this.#hasFailed) this.#site.logger.info(`Sending a ${name} works again`);
      this.#hasFailed = false;
    }
    if (typeof outcome === "number") await queue.postpone(name, id, outcome, 0);
    else await queue.finish(name, id);
  }

  async #afterFailure(error: unknown, { submission, attempts }: Delivery): Promise<void> {
    const { clock, logger } = this.#site;
    const { queue } = this.#store;
    const { firstRetryMs, maxRetryMs, maxAttempts } = deliveryTiming;
    const { name, to } = this.#channel;
    const { id } = submission;
    const reason = errorCode(error);
    const isFinal = attempts >= maxAttempts || isRejectedRecipient(error);
    if (isFinal && to !== "team") {
      logger.error({ reason, attempts, submission: id }, `Gave up sending a ${name}`);
      this.#limiter.take();
      return queue.finish(name, id);
    }
    this.#hasFailed = true;
    const retryInMs = Math.min(maxRetryMs, firstRetryMs * 2 ** (attempts - 1));
    logger.warn({ reason, attempts, retryInMs }, `Could not send a ${name}`);
    return queue.postpone(name, id, clock() + retryInMs, attempts);
  }
}

/** What is due by a date is sent as content has it now: it can have been moved since the delivery was queued. */
async function send(channel: Channel, delivery: Delivery, store: SubmissionStore, site: Site): Promise<Outcome> {
  if (channel.kind !== "dated") return channel.send(delivery, store, site);
  const now = site.clock();
  const date = site.snapshot().agenda.occurrence(delivery.submission.dateId);
  // Content can have the date again tomorrow, or name the day to which it is postponed.
  if (!date || date.status === "postponed") return now + DAY_MS;
  const due = channel.due(date, site);
  if (due > now) return due;
  if (!takesPlace(date) || channel.until(date, site) <= now) return "dropped";
  return channel.send(delivery, date, store, site);
}
