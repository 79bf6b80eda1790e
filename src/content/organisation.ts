import * as z from "zod";
import { formNames } from "../addresses/forms.js";
import { locales } from "../text/locale.js";
import { isSlug } from "../text/slug.js";
import { isZone } from "../text/wall-clock.js";

export const zoneName = z.string().refine(isZone, "must be an IANA time zone, such as Europe/Stockholm");

export const organisationFile = z.strictObject({
  name: z.string().min(1).max(40),
  mail: z.email(),
  security: z.email(),
  timezone: zoneName,
  /** Part of the UIDs of calendar entries. If it changed, imported entries would appear twice. */
  calendarNamespace: z
    .string()
    .regex(/^[a-z\d-]+(?:\.[a-z\d-]+)+$/, "must be a domain name in lower case, such as www.example.com"),
  /** The controller of personal data; null if it is `name`. */
  legalName: z.string().min(2).max(120).nullable(),
  postalAddress: z.string().min(8).max(200).nullable(),
  retentionMonths: z.record(z.enum(formNames), z.number().int().min(1).max(120)),
  /** Who mails an address that is not public, and how many days before the date at the latest. */
  addressMail: z.strictObject({
    from: z.record(z.enum(locales), z.string().min(2).max(40)),
    daysBefore: z.number().int().min(2).max(30),
  }),
  /** How many days before the date applications are answered at the latest. */
  answerDaysBefore: z.number().int().min(2).max(60),
  chat: z.strictObject({
    product: z.string().min(2).max(20),
    segment: z.string().refine(isSlug, "must be lower-case letters and digits, with hyphens between"),
    /** Where invited members enter. */
    invite: z.url({ protocol: /^https$/, error: "must begin with https://" }),
  }),
  contentSignals: z.strictObject({ search: z.boolean(), "ai-input": z.boolean(), "ai-train": z.boolean() }),
});

export type Organisation = z.infer<typeof organisationFile>;

/** The name, and the address if known (GDPR, article 13). */
export function dataController({ name, legalName, postalAddress }: Organisation): string {
  return [legalName ?? name, ...(postalAddress === null ? [] : [postalAddress])].join(", ");
}

/** Names of facts that are missing or use the reserved domain `.example` (RFC 2606). */
export function placeholderFacts({ mail, security, chat, legalName, postalAddress }: Organisation): string[] {
  const facts = { mail, security, "chat.invite": chat.invite, legalName, postalAddress };
  return Object.entries(facts).flatMap(([name, value]) =>
    value === null || /\.example(?:\/|$)/.test(value) ? [name] : [],
  );
}
