import { isIP } from "node:net";
import { ipKeyGenerator } from "express-rate-limit";

/** A home or an office usually has a /56, and one customer at most a /48 (RFC 6177). */
const IPV6_CLIENT_BITS = 56;
const IPV6_NETWORK_BITS = 48;

/** Some proxies add a port in X-Forwarded-For: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/** Returns an IPv4 address, the first 56 bits of an IPv6 address, or "unknown". */
export function clientKey(ip: string | undefined): string {
  const address = addressIn(ip);
  return address === undefined ? "unknown" : ipKeyGenerator(address, IPV6_CLIENT_BITS);
}

export function networkKey(ip: string | undefined): string {
  const address = addressIn(ip);
  if (address === undefined) return "unknown";
  const key = ipKeyGenerator(address, IPV6_NETWORK_BITS);
  return isIP(key) === 4 ? key.replace(/\d+$/, "0/24") : key;
}

/** Rate-limit keys of a client and of its network. */
export const clientOf = (ip: string | undefined) => ({ address: clientKey(ip), network: networkKey(ip) });

/** An IPv6 customer can have 256 networks, each with its own key. */
export function isIpv6(ip: string | undefined): boolean {
  return clientKey(ip).includes("/");
}

function addressIn(text = ""): string | undefined {
  const [, v6, v4] = WITH_PORT.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  return isIP(address) === 0 ? undefined : address;
}
