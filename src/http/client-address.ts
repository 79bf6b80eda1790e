import { isIP } from "node:net";
import { ipKeyGenerator } from "express-rate-limit";

/** A home or an office is given a /56 as a rule, and one customer at most a /48 (RFC 6177). */
const IPV6_CLIENT_BITS = 56;
const IPV6_NETWORK_BITS = 48;

/** An address with a port, as some proxies write X-Forwarded-For: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/**
 * What tells one client from another in counts: an IPv4 address, or the first 56 bits of an IPv6 address. Everything
 * that is no address has one key in common, so that made-up ones are not counted one by one.
 */
export function clientKey(ip: string | undefined): string {
  const address = addressIn(ip);
  return address === undefined ? "unknown" : ipKeyGenerator(address, IPV6_CLIENT_BITS);
}

/** The network of a client: the first 48 bits of an IPv6 address, or the first 24 of an IPv4 address. */
export function networkKey(ip: string | undefined): string {
  const address = addressIn(ip);
  if (address === undefined) return "unknown";
  const key = ipKeyGenerator(address, IPV6_NETWORK_BITS);
  return isIP(key) === 4 ? key.replace(/\d+$/, "0/24") : key;
}

/** Whether a client has a whole IPv6 network to itself, and so many keys of its own. */
export function hasManyKeys(ip: string | undefined): boolean {
  return clientKey(ip).includes("/");
}

function addressIn(text = ""): string | undefined {
  const [, v6, v4] = WITH_PORT.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  return isIP(address) === 0 ? undefined : address;
}
