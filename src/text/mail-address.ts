import { domainToASCII } from "node:url";
import { countCharacters } from "./plain-text.js";
import { withoutInvisible } from "./spelling.js";

/** RFC 5321 §4.5.3.1; the conversion of a longer domain to ASCII would take quadratic time. */
const ADDRESS = /^([^\s\p{C}@<>()[\]",:;\\]{1,64})@([^\s\p{C}@<>()[\]",:;\\/?#%]{1,253})$/u;
const HOST = /^(?:[\w-]{1,63}\.)+[a-z][a-z\d-]{1,62}$/;

const MAX_LENGTH = 254; // RFC 3696, erratum 1690

/** Returns an address without what was copied with it, and any other text only without invisible characters. */
export function pastedAddress(text: string): string {
  const typed = withoutInvisible(text).trim();
  const address = typed.replace(/^mailto:|[.,;]$/gi, "");
  return address.length <= 4 * MAX_LENGTH && readAddress(address) ? address : typed;
}

/**
 * With the domain in ASCII (UTS #46) and any script before it (RFC 6531). Undefined if it is no address, too long, or one
 * that a header would show as another (RFC 2047).
 */
export function readAddress(text: string): string | undefined {
  const [, name = "", domain = ""] = ADDRESS.exec(text.normalize("NFKC")) ?? [];
  const host = domainToASCII(domain);
  const address = `${name}@${host}`;
  const isAddress = HOST.test(host) && !/^\.|\.\.|\.$|=\?/.test(name);
  return isAddress && countCharacters(address) <= MAX_LENGTH ? address : undefined;
}

/** Equal for addresses of one mailbox: in any case and width, with any tag after a plus, at Gmail with any dots. */
export function mailboxOf(address: string): string {
  const text = withoutInvisible(address).normalize("NFKC").toLowerCase().trim();
  const at = text.lastIndexOf("@");
  const name = text.slice(0, Math.max(at, 0)).replace(/(?<=.)\+.*$/s, "");
  const host = domainToASCII(text.slice(at + 1)).replace(/\.$/, "");
  return ["gmail.com", "googlemail.com"].includes(host)
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${host || text.slice(at + 1)}`;
}
