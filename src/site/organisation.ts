import type { FormName } from "./forms.js";

export interface Organisation {
  readonly name: string;
  readonly mail: string;
  readonly security: string;
  /** The controller of personal data; null if it is `name`. */
  readonly legalName: string | null;
  readonly postalAddress: string | null;
  readonly retentionMonths: Readonly<Record<FormName, number>>;
  readonly timezone: string;
  /** `segment` is a path segment; `invite` is the address where invited members enter. */
  readonly chat: { readonly product: string; readonly segment: string; readonly invite: string };
  readonly contentSignals: Readonly<Record<"search" | "ai-input" | "ai-train", boolean>>;
}

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
