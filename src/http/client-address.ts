import { isIP } from "node:net";
import { ipKeyGenerator } from "express-rate-limit";

/** A home or an office usually has a /56, and one customer at most a /48 (RFC 6177). */
const IPV6_CLIENT_BITS = 56;
const IPV6_NETWORK_BITS = 48;

/** Some proxies add a port in X-Forwarded-For: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/** Returns an IPv4 address, the first 56 bits of an IPv6 address, or "unknown". */
export const clientKey = (ip: string | undefined) => keyOf(ip, IPV6_CLIENT_BITS);

/** Returns the first 24 bits of an IPv4 address, the first 48 of an IPv6 address, or "unknown". */
export const networkKey = (ip: string | undefined) => keyOf(ip, IPV6_NETWORK_BITS).replace(/\.\d+$/, ".0/24");

export const clientOf = (ip: string | undefined) => ({ address: clientKey(ip), network: networkKey(ip) });

function keyOf(text = "", ipv6Bits: number): string {
  const [, v6, v4] = WITH_PORT.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  // A copy, because a substring keeps the whole header in memory.
  return isIP(address) === 0 ? "unknown" : Buffer.from(ipKeyGenerator(address, ipv6Bits)).toString();
}
