/** RFC 2045 §6.7. */
function fromQuotedPrintable(text: string): string {
  const bytes = text.replaceAll("=\r\n", "");
  const latin1 = bytes.replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(latin1, "latin1").toString();
}

const fromBase64 = (text: string) => Buffer.from(text, "base64").toString();

interface Part {
  readonly type: string;
  /** By their names in lower case, each with all its values, unfolded. */
  readonly headers: Readonly<Record<string, readonly string[]>>;
  readonly text: string;
}

/** The parts of a mail, decoded (RFC 2046 §5.1). */
function partsOf(raw: string): Part[] {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const text = rest.join("\r\n\r\n");
  const headers: Record<string, string[]> = {};
  for (const line of head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n")) {
    const [, name = line, value = ""] = /^([!-9;-~]+): ?(.*)$/s.exec(line) ?? [];
    headers[name.toLowerCase()] = [...(headers[name.toLowerCase()] ?? []), value];
  }
  const [type = ""] = headers["content-type"] ?? [];
  const [, boundary] = /boundary="([^"]+)"/.exec(type) ?? [];
  const encoding = headers["content-transfer-encoding"]?.[0];
  if (boundary === undefined) {
    if (encoding === "base64") return [{ type, headers, text: fromBase64(text) }];
    return [{ type, headers, text: encoding === "quoted-printable" ? fromQuotedPrintable(text) : text }];
  }
  const inner = text.split(`--${boundary}`).slice(1, -1);
  const parts = inner.flatMap((part) => partsOf(part.replace(/^\r\n/, "").replace(/\r\n$/, "")));
  return [{ type, headers, text: "" }, ...parts];
}

/** A mail as its receiver reads it; plain text with line feeds and usual spaces. */
export function readMail(raw: string) {
  const parts = partsOf(raw);
  const { headers } = parts[0]!;
  const partOf = (type: string) => parts.find((part) => part.type.startsWith(type));
  return {
    headers,
    /** With its encoded words decoded (RFC 2047 §4). */
    subject: (headers.subject?.[0] ?? "")
      .replaceAll(/\?=\s+=\?/g, "?==?")
      .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, encoding, text) =>
        encoding === "B" ? fromBase64(text) : fromQuotedPrintable(text.replaceAll("_", " ")),
      ),
    plain: (partOf("text/plain")?.text ?? "").replaceAll("\r\n", "\n").replaceAll("\u00a0", " "),
    html: partOf("text/html")?.text ?? "",
    calendar: partOf("text/calendar"),
  };
}
