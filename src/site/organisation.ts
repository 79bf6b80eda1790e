/** What the owner says of itself, in content/site.json: the only place these facts stand. */
export interface Organisation {
  readonly name: string;
  /** The address people write to. */
  readonly mail: string;
  /** IANA name of the zone whose days the site counts in. */
  readonly timezone: string;
}

/** The facts that still carry the reserved domain they were shipped with (RFC 2606), which no mail or visitor reaches. */
export function shippedFacts(organisation: Organisation): (keyof Organisation)[] {
  const keys = Object.keys(organisation) as (keyof Organisation)[];
  return keys.filter((key) => organisation[key].endsWith(".example"));
}
