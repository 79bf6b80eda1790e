/** False for malformed escapes (RFC 3986 §2.1) and escaped bytes that are not UTF-8. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
