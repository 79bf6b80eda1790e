/** What the owner says of itself, in content/site.json: the only place these facts stand. */
export interface Organisation {
  readonly name: string;
  /** The address people write to. */
  readonly mail: string;
  /** IANA name of the zone whose days the site counts in. */
  readonly timezone: string;
  /** The product that the members' chat community uses: its name, its word in addresses, where invited members enter. */
  readonly chat: { readonly product: string; readonly segment: string; readonly invite: string };
}

/** The facts that still carry the reserved domain they were shipped with (RFC 2606), which no mail or visitor reaches. */
export function shippedFacts({ mail, chat }: Organisation): string[] {
  const facts = { mail, "chat.invite": chat.invite };
  return Object.entries(facts).flatMap(([name, value]) => (/\.example(?:\/|$)/.test(value) ? [name] : []));
}
