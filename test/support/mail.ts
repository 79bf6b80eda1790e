/** A body without its transfer encoding (RFC 2045 §6). */
function decoded(text: string, encoding: string | undefined): string {
  if (encoding === "base64") return Buffer.from(text, "base64").toString();
  if (encoding !== "quoted-printable") return text;
  const byte = (_: string, hex: string) => String.fromCharCode(parseInt(hex, 16));
  return Buffer.from(text.replaceAll("=\r\n", "").replaceAll(/=([0-9A-F]{2})/g, byte), "latin1").toString();
}

interface Part {
  /** By their names in lower case, each with all its values, unfolded. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
}

/** The parts of a mail, decoded (RFC 2046 §5.1); the first is the mail itself. */
function partsOf(raw: string): Part[] {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const text = rest.join("\r\n\r\n");
  const headers: Record<string, string[]> = {};
  for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [, name = line, value = ""] = /^([!-9;-~]+): ?(.*)$/s.exec(line) ?? [];
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value];
  }
  const [, boundary] = /boundary="([^"]+)"/.exec(`${headers["content-type"]}`) ?? [];
  if (boundary === undefined) return [{ headers, text: decoded(text, headers["content-transfer-encoding"]?.[0]) }];
  const inner = text.split(`--${boundary}`).slice(1, -1);
  return [{ headers, text: "" }, ...inner.flatMap((part) => partsOf(part.replaceAll(/^\r\n|\r\n$/g, "")))];
}

/** A mail as its receiver reads it; plain text with line feeds and usual spaces. */
export function readMail(raw: string) {
  const parts = partsOf(raw);
  const { headers } = parts[0]!;
  const partOf = (type: string) => parts.find(({ headers }) => `${headers["content-type"]}`.startsWith(type));
  return {
    headers,
    /** With its encoded words decoded (RFC 2047 §4). */
    subject: (headers.subject?.[0] ?? "")
      .replaceAll(/\?=\s+=\?/g, "?==?")
      .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, encoding, text) =>
        encoding === "B" ? decoded(text, "base64") : decoded(text.replaceAll("_", " "), "quoted-printable"),
      ),
    plain: (partOf("text/plain")?.text ?? "").replaceAll("\r\n", "\n").replaceAll("\u00a0", " "),
    html: partOf("text/html")?.text ?? "",
    calendar: partOf("text/calendar"),
  };
}
