import type { FormName } from "./forms.js";

export interface Organisation {
  readonly name: string;
  readonly mail: string;
  readonly security: string;
  /** The legal owner, who is the controller of personal data; null if it is `name`. */
  readonly legalName: string | null;
  readonly postalAddress: string | null;
  readonly retentionMonths: Readonly<Record<FormName, number>>;
  readonly timezone: string;
  /** The product of the members' chat community: its name, its path segment, and where invited members enter. */
  readonly chat: { readonly product: string; readonly segment: string; readonly invite: string };
  readonly contentSignals: Readonly<Record<"search" | "ai-input" | "ai-train", boolean>>;
}

/** The controller of personal data (GDPR, article 13): its name, and its address if known. */
export function dataController({ name, legalName, postalAddress }: Organisation): string {
  return [legalName ?? name, ...(postalAddress === null ? [] : [postalAddress])].join(", ");
}

/** The names of the facts that are missing or still use the reserved domain `.example` (RFC 2606). */
export function exampleFacts({ mail, security, chat, legalName, postalAddress }: Organisation): string[] {
  const facts = { mail, security, "chat.invite": chat.invite, legalName, postalAddress };
  return Object.entries(facts).flatMap(([name, value]) =>
    value === null || /\.example(?:\/|$)/.test(value) ? [name] : [],
  );
}
