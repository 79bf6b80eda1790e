/** What the owner says of itself, in content/site.json: the only place these facts stand. */
export interface Organisation {
  readonly name: string;
  /** The address people write to. */
  readonly mail: string;
  /** Where to report a vulnerability. */
  readonly security: string;
  /** IANA name of the zone whose days the site counts in. */
  readonly timezone: string;
  /** The product that the members' chat community uses: its name, its word in addresses, where invited members enter. */
  readonly chat: { readonly product: string; readonly segment: string; readonly invite: string };
  /** What crawlers may use the content for, as robots.txt tells them. */
  readonly contentSignals: Readonly<Record<"search" | "ai-input" | "ai-train", boolean>>;
}

/** The facts that still carry the reserved domain they were shipped with (RFC 2606), which no mail or visitor reaches. */
export function shippedFacts({ mail, security, chat }: Organisation): string[] {
  const facts = { mail, security, "chat.invite": chat.invite };
  return Object.entries(facts).flatMap(([name, value]) => (/\.example(?:\/|$)/.test(value) ? [name] : []));
}
