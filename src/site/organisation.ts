import type { FormName } from "./forms.js";

/** What the owner says of itself, in content/site.json: the only place these facts stand. */
export interface Organisation {
  readonly name: string;
  /** The address people write to. */
  readonly mail: string;
  /** Where to report a vulnerability. */
  readonly security: string;
  /**
   * Under which name and where the law finds the owner, who is the controller of personal data; null where not said.
   */
  readonly legalName: string | null;
  readonly postalAddress: string | null;
  /** After so many months what a form has sent is erased. */
  readonly retentionMonths: Readonly<Record<FormName, number>>;
  /** IANA name of the zone whose days the site counts in. */
  readonly timezone: string;
  /**
   * The product that the members' chat community uses: its name, its word in addresses, where invited members enter.
   */
  readonly chat: { readonly product: string; readonly segment: string; readonly invite: string };
  /** What crawlers may use the content for, as robots.txt tells them. */
  readonly contentSignals: Readonly<Record<"search" | "ai-input" | "ai-train", boolean>>;
}

/** Who answers for personal data (GDPR, article 13): its name, and its address where that is said. */
export function controllerOf({ name, legalName, postalAddress }: Organisation): string {
  return [legalName ?? name, ...(postalAddress === null ? [] : [postalAddress])].join(", ");
}

/**
 * The facts that are missing, or still carry the reserved domain they were shipped with (RFC 2606), which nobody
 * reaches.
 */
export function shippedFacts({ mail, security, chat, legalName, postalAddress }: Organisation): string[] {
  const facts = { mail, security, "chat.invite": chat.invite, legalName, postalAddress };
  return Object.entries(facts).flatMap(([name, value]) =>
    value === null || /\.example(?:\/|$)/.test(value) ? [name] : [],
  );
}
