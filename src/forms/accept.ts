import { fixedWindowLimiter } from "../http/limits.js";
import type { Site } from "../site.js";
import { errorCode } from "../storage/errors.js";
import type { SubmissionStore } from "../storage/store.js";
import type { NewSubmission } from "../storage/submission.js";
import { pastedAddress, readAddress } from "../text/mail-address.js";
import { countCharacters, firstCharacters, isBlank, sanitizeText } from "../text/plain-text.js";
import { DAY_MS, MINUTE_MS } from "../text/wall-clock.js";
import type { ShownField } from "./forms.js";

/** Enough for every field full of characters that take twelve bytes each in a form. */
export const MAX_FORM_BYTES = 256 * 1024;
/** Hidden from people, so only programs fill it in. Not a name that browsers or password managers know. */
export const HONEYPOT_FIELD = "leave_empty";
/** A text is shown again up to this many times the length of its field, because a body full of one is slow to show. */
const SHOWN_LENGTHS = 4;

export interface FieldProblem {
  readonly name: string;
  readonly messageKey: string;
  /** The number of characters above the limit. */
  readonly excess: number;
}

/**
 * Unknown fields are ignored, and the first of a repeated field counts. `shownAgain` has texts cleaned, and cut if they are
 * far too long; `toStore` has mail addresses in the form that is stored, and no text of a field that does not apply.
 */
export function readSubmission(fields: readonly ShownField[], body: string) {
  const sent = new URLSearchParams(body);
  const shownAgain: Record<string, string> = {};
  const toStore: Record<string, string> = {};
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const { name, kind, maxLength, when } = field;
    const typed = normalized(field, sent.get(name) ?? "");
    const shown = firstCharacters(typed, SHOWN_LENGTHS * maxLength);
    const address = kind === "mail" && shown === typed ? readAddress(typed) : undefined;
    const excess = Math.max(0, countCharacters(address ?? typed) - maxLength);
    shownAgain[name] = shown;
    toStore[name] = "";
    if (when && shownAgain[when.name] !== when.value) continue;
    const messageKey = findProblem(field, typed, excess, address);
    if (messageKey) problems.push({ name, messageKey, excess });
    toStore[name] = kind === "mail" ? (address ?? "") : shown;
  }
  return { shownAgain, toStore, suspected: Boolean(sent.get(HONEYPOT_FIELD)), problems };
}

function normalized({ kind, maxLength }: ShownField, text: string): string {
  const clean = sanitizeText(kind === "mail" ? pastedAddress(text) : text).trim();
  const spaced = kind === "text" ? clean : clean.replaceAll(/\s+/g, " ");
  // Normalising text that is far too long is slow; composed text can shrink to a quarter.
  return spaced.length > SHOWN_LENGTHS * maxLength ? spaced : spaced.normalize("NFC");
}

function findProblem(field: ShownField, value: string, excess: number, address?: string): string | undefined {
  const { kind, labelKey, required, options } = field;
  if (isBlank(value)) return required ? `${labelKey}Missing` : undefined;
  if (kind === "choice")
    return options.some((option) => option.value === value) ? undefined : "forms:errors.optionUnavailable";
  if (excess > 0) return "forms:errors.tooLong";
  return kind === "mail" && address === undefined ? "forms:errors.mail" : undefined;
}

const tryAgainSoon = { messageKey: "forms:errors.storageUnavailable", retryAfterSeconds: 30 };
const tryAgainLater = { messageKey: "forms:errors.limitReached", retryAfterSeconds: 3600 };

/** Each process counts by itself; where no client is named, all senders count together. */
export const formLimits = {
  submissionsPerMinute: 100,
  /** An office can sign up over one address. */
  submissionsPerClientAndDay: 200,
  /** Many small hosts have a disk of one gigabyte. */
  storedBytes: 500_000_000,
  deliveriesPerHour: 200,
};

export type FormLimits = Readonly<typeof formLimits>;

/** Why a form is not stored. */
interface Rejection {
  readonly messageKey: string;
  readonly retryAfterSeconds: number;
}

/**
 * Resolves once the submission is on disk with the mails that are planned for it, or with a rejection if a limit is
 * reached or the store is unavailable. A repeat within a day is stored once, and counts towards limits like any other.
 */
export type StoreForm = (submission: NewSubmission, client: string) => Promise<Rejection | undefined>;

/** Counts what it is to store, of each client and of all. */
export function createStoreForm(
  submissions: SubmissionStore,
  deliveries: NonNullable<Site["deliveries"]>,
  site: Site,
): StoreForm {
  const { clock, formLimits, health, logger } = site;
  const { submissionsPerMinute, submissionsPerClientAndDay } = formLimits;
  const minuteOfAll = fixedWindowLimiter(submissionsPerMinute, MINUTE_MS, clock, () =>
    logger.warn({ submissionsPerMinute }, "Form limit reached: further submissions are rejected until the next minute"),
  );
  const dayOfClient = fixedWindowLimiter(submissionsPerClientAndDay, DAY_MS, clock, () =>
    logger.error({ submissionsPerClientAndDay }, "Daily form limit of a client reached: its forms are rejected"),
  );

  return async (submission, client) => {
    if (health.isFull || dayOfClient.isReached(client)) return tryAgainLater;
    if (!minuteOfAll.take()) return tryAgainSoon;
    dayOfClient.take(client); // only now, because a form that other limits reject does not count
    try {
      await submissions.add(submission, deliveries.plan(submission));
    } catch (error) {
      logger.error({ reason: errorCode(error) }, "Could not store a submission");
      health.isStoring = false;
      return tryAgainSoon;
    }
    noteStoring(site);
    void deliveries.wake(); // the sender waits for no mail
    return undefined;
  };
}

function noteStoring({ health, logger }: Site): void {
  if (!health.isStoring) logger.info("Forms can be stored again");
  health.isStoring = true;
}

/** Once a minute: whether forms can be stored and have room. Logs each change once, although no form is sent. */
export async function checkForms(submissions: SubmissionStore, site: Site): Promise<boolean> {
  const { health, logger } = site;
  const { storedBytes } = site.formLimits;
  try {
    await submissions.check();
    const usedBytes = await submissions.usedBytes().catch(() => undefined); // forms can be stored all the same
    const isFull = usedBytes === undefined ? health.isFull : usedBytes >= storedBytes;
    if (isFull && !health.isFull) logger.error({ storedBytes }, "The store of submissions is full: forms are rejected");
    health.isFull = isFull;
    noteStoring(site);
  } catch (error) {
    if (health.isStoring) logger.error({ reason: errorCode(error) }, "Forms cannot be stored: senders get 503");
    health.isStoring = false;
  }
  return health.isStoring;
}
