/** Every form: what is right, and each way to fill it in wrongly; then what the store has. */
import { load } from "cheerio";
import { crawl } from "./addresses.js";
import { recordCommands } from "./commands.js";
import { isOneIn, type Recorder, typeOf } from "./recorder.js";
import { type Headers, ORIGIN } from "./site.js";
import { hashOf } from "./tape.js";

const TYPE = "application/x-www-form-urlencoded";
/** Fewer than a hundred a minute, which is the limit for all senders together. */
const BETWEEN_FORMS_MS = 5000;

interface Field {
  readonly name: string;
  readonly kind: "text" | "mail" | "choice";
  /** Of a choice. */
  readonly options: readonly string[];
}

export interface Form {
  readonly page: string;
  /** Where it is sent. */
  readonly action: string;
  readonly fields: readonly Field[];
}

type Values = Readonly<Record<string, string>>;

export interface Try {
  readonly label: string;
  readonly body: string | Buffer;
  readonly headers?: Headers;
}

/** The forms of all pages but Dialogue's, and the pages of dates without one. */
export async function findForms(recorder: Recorder): Promise<{ forms: Form[]; closed: string[] }> {
  const [forms, closed]: [Form[], string[]] = [[], []];
  for (const page of await crawl(recorder, isPageOrList)) {
    if (page.includes("?")) continue;
    const answer = await recorder.site.ask({ target: page });
    const form = typeOf(answer) === "text/html" ? formIn(answer.body.toString(), page) : undefined;
    if (form) forms.push(form);
    else if (page.includes("/dates/") && !page.endsWith(".md")) closed.push(page);
  }
  return { forms, closed };
}

function isPageOrList(target: string): boolean {
  return /^\/(?:en|sv|nb)(?:\/(?!guides|perspectives)[^.?]*)?$/.test(target) || /^\/api\/events\?/.test(target);
}

function formIn(html: string, page: string): Form | undefined {
  const $ = load(html);
  const form = $("form[method=post]").filter((_, element) => $(element).attr("action")!.split("?")[0] === page);
  if (form.length === 0) return undefined;
  const fields = new Map<string, Field>();
  for (const element of form.find("input:not([type=hidden]):not([tabindex]), select, textarea").toArray()) {
    const field = $(element);
    const name = field.attr("name")!;
    const type = field.attr("type");
    if (type === "radio") {
      const options = [...(fields.get(name)?.options ?? []), field.attr("value")!];
      fields.set(name, { name, kind: "choice", options });
    } else if (field.is("select")) {
      const options = field
        .find("option")
        .toArray()
        .map((option) => $(option).attr("value")!);
      fields.set(name, { name, kind: "choice", options: options.filter(Boolean) });
    } else fields.set(name, { name, kind: type === "email" ? "mail" : "text", options: [] });
  }
  return { page, action: form.attr("action")!, fields: [...fields.values()] };
}

/** Different for each label, because the same is stored once. */
export function rightValues({ page, fields }: Form, label = ""): Values {
  const values: Record<string, string> = {};
  for (const { name, kind, options } of fields) {
    if (kind === "choice") values[name] = options.at(-1) ?? "";
    else
      values[name] =
        kind === "mail"
          ? `maja.${hashOf(page + label)
              .replace(/\W/g, "")
              .slice(0, 8)}@example.org`
          : `The ${name} of Maja Ek`;
  }
  return values;
}

export const encode = (values: Values) => new URLSearchParams(values).toString();

const texts: Values = {
  long: "x".repeat(6000),
  "201 characters": "å".repeat(201),
  "101 characters": "å".repeat(101),
  blank: " \t\u00a0\u200b ",
  markup: `<script>alert("1")</script>&amp;'`,
  lines: "  One\r\n\r\n\r\nTwo\rThree \n",
  "odd characters": "A\u0000\u0007\u202eB\u200d👩\u200d🚀 e\u0301 ﬁ \ud800",
  "like a header": "Maja\r\nBcc: eve@example.org =?UTF-8?Q?x?=",
  "like Markdown": "**x** [a](https://evil.example) `c` | d",
};
const mails = [
  "maja",
  "maja@",
  "@example.org",
  "maja@example",
  "Maja <maja@example.org>",
  "maja@exämple.org",
  "måja@example.org",
  "a@b.c, d@e.f",
  " maja@example.org ",
  "mailto:maja@example.org",
  `${"x".repeat(250)}@example.org`,
];

function* tries(form: Form): Iterable<Try> {
  const changed = (label: string, changes: Values, headers?: Headers): Try => {
    return { label, body: encode({ ...rightValues(form, label), ...changes }), ...(headers && { headers }) };
  };
  yield changed("right", {});
  yield changed("right", {}); // the same again
  yield changed("empty", Object.fromEntries(form.fields.map(({ name }) => [name, ""])));
  for (const { name, kind, options } of form.fields) {
    yield changed(`without ${name}`, { [name]: "" });
    for (const option of options) yield changed(`${name} is ${option}`, { [name]: option });
    if (kind === "choice") yield changed(`${name} is unknown`, { [name]: "unknown" });
    if (kind === "mail") for (const mail of mails) yield changed(`${name} is ${mail.slice(0, 40)}`, { [name]: mail });
    if (kind === "text")
      for (const [what, text] of Object.entries(texts)) yield changed(`${name} is ${what}`, { [name]: text });
  }
  yield changed("with a honeypot", { leave_empty: "x" });
  yield changed("after a second", { seconds: "1" });
  yield changed("after nine seconds", { seconds: "9.5" });
  yield changed("with unknown fields", { a: "1", __proto__x: "2", date: "nothing-2026-01-01", event: "x" });
  yield changed("from another site", {}, { "Sec-Fetch-Site": "cross-site" });
  yield changed("from a sister site", {}, { "Sec-Fetch-Site": "same-site", Origin: "https://x.example.com" });
  yield changed("of another origin", {}, { Origin: "https://evil.example" });
  yield changed("of this origin", {}, { Origin: ORIGIN });
  yield changed("of no origin", {}, { Origin: "null" });
  yield changed("by plain http", {}, { "X-Forwarded-Proto": "http" });
  yield changed("as text", {}, { "Content-Type": "text/plain" });
  yield changed("as parts", {}, { "Content-Type": "multipart/form-data; boundary=x" });
  yield changed("in Latin-1", {}, { "Content-Type": `${TYPE}; charset=iso-8859-1` });
  yield changed("compressed", {}, { "Content-Encoding": "gzip" });
  yield { label: "as JSON", body: JSON.stringify(rightValues(form)), headers: { "Content-Type": "application/json" } };
  yield { label: "without a type", body: encode(rightValues(form, "no type")), headers: { "Content-Type": "" } };
  yield {
    label: "not UTF-8",
    body: Buffer.concat([Buffer.from(`${encode(rightValues(form))}&x=`), Buffer.from([0xff])]),
  };
  yield { label: "escapes that are not UTF-8", body: `${encode(rightValues(form, "escapes"))}&x=%ff%zz` };
  yield { label: "each field twice", body: `${encode(rightValues(form, "twice"))}&${encode(rightValues(form))}` };
  yield { label: "no body", body: "" };
  yield { label: "too large", body: `${encode(rightValues(form))}&x=${"x".repeat(2 ** 18)}` };
}

/** To the address of the page, which stays, whatever the form names. */
export async function send({ ask, site }: Recorder, target: string, { label, body, headers }: Try): Promise<void> {
  await site.passTime(BETWEEN_FORMS_MS);
  const sent = { kind: "form", method: "POST", target, body, label };
  await ask({ ...sent, headers: { "Content-Type": TYPE, ...headers } });
}

export async function recordForms(recorder: Recorder): Promise<void> {
  const { forms, closed } = await findForms(recorder);
  for (const form of forms) {
    const isOfDate = form.page.includes("/dates/");
    const all = isOfDate && !isOneIn(20, form.page) ? [...tries(form)].slice(0, 3) : tries(form);
    for (const each of all) await send(recorder, form.page, each);
    await send(recorder, form.action, { label: "to its action", body: encode(rightValues(form, "action")) });
    for (const query of [
      "?sent",
      "?sent&event=x",
      "?send",
      "?event=after-commerce-gothenburg-2026-12-03",
      "?event=boardroom-gothenburg-2027-02-09",
    ])
      await recorder.get(form.page + query);
    await recorder.get(`${form.page}?sent`, { "Sec-Fetch-Site": "none" }, "shared");
  }
  const [first] = forms.filter(({ page }) => page.includes("/dates/"));
  for (const page of closed) {
    const body = encode(rightValues(first!, page));
    await send(recorder, page, { label: "closed", body });
    await recorder.get(`${page}?sent`);
  }
  const contact = forms.find(({ page }) => page === "/en/contact")!;
  await send(recorder, "/en/contact.md", { label: "as Markdown", body: encode(rightValues(contact)) });
  await recordLimits(recorder, contact);
  await recordCommands(recorder, forms);
}

async function recordLimits(recorder: Recorder, form: Form): Promise<void> {
  for (const from of ["203.0.113.7", "2001:db8:9:100::1"]) {
    for (let number = 1; number <= 7; number++) {
      const body = encode(rightValues(form, `${from} ${number}`));
      const headers = { "Content-Type": TYPE, "X-Forwarded-For": from };
      await recorder.ask({
        kind: "limit",
        method: "POST",
        target: form.page,
        body,
        headers,
        label: `${from}, number ${number}`,
      });
    }
  }
}
