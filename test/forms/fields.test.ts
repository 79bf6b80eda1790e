/** Invalid forms: where each problem is shown, and that no submitted value is lost. */

import { domainToASCII } from "node:url";
import { gzipSync } from "node:zlib";
import { describe, expect, it, jest } from "@jest/globals";
import type { FormName } from "../../src/site/forms.js";
import { forEvery } from "../support/for-every.js";
import {
  type Answer,
  eachFormPage,
  everyForm,
  everyFormPage,
  fieldsOf,
  formPath,
  formSite,
  rightAnswers,
  typedOn,
} from "../support/forms.js";
import { NOW } from "../support/site.js";
import { errorsIn } from "../support/valid-html.js";

let now = NOW;
const { ask, post, submissions, services, lines } = await formSite({ clock: () => now });
const addressOf = (form: FormName, language = "en") => `/${language}${formPath(form)}`;
const contact = addressOf("contact");

/** The names of the fields with a problem: beside them, and in the summary, which must agree. */
function faultsOf(answer: Answer): string[] {
  const { $, status, headers } = answer;
  expect([status, headers.get("cache-control"), headers.get("etag")]).toEqual([422, "no-store", null]);
  const links = $(".form-problems li a").toArray();
  return links.map((link) => {
    const id = $(link).attr("href")!.slice(1);
    const control = $(`[id="${id}"]`);
    const marked = control.is("[type=radio]") ? control.closest("fieldset") : control;
    const beside = $(`#${id}-problem`);

    expect(marked.attr("aria-invalid")).toBe("true");
    expect(marked.attr("aria-describedby")!.split(" ")).toContain(`${id}-problem`);
    expect(beside.text()).toBe($(link).text());
    expect(beside.closest(".field").find(`[id="${id}"]`).length).toBe(1);
    expect($("[aria-invalid=true]").length).toBe(links.length);
    return control.attr("name")!;
  });
}

const isTitledNotSent: Record<string, RegExp> = {
  en: /^This has not been sent: .+ · /,
  sv: /^Det här har inte skickats: .+ · /,
  nb: /^Dette er ikke sendt ennå: .+ · /,
};

describe("An empty submission", () => {
  forEvery(eachFormPage)(
    "is rejected with a problem beside each required field and a focused summary",
    async (address, language, form) => {
      const answer = await post(address, "");
      const { $, text } = answer;
      const needed = fieldsOf(form).filter(({ required }) => required);

      expect(faultsOf(answer)).toEqual(needed.map(({ name }) => name));
      expect($("html").attr("lang")).toBe(language);
      expect($("title").text()).toMatch(isTitledNotSent[language]!);
      const summary = $(".form-sheet .form-problems");
      expect([summary.attr("role"), summary.attr("tabindex"), summary.is("[autofocus]")]).toEqual([
        "alert",
        "-1",
        true,
      ]);
      expect(summary.text()).toContain(String(needed.length));
      expect($("[autofocus]").length).toBe(1);
      expect($(".form-sheet [name=seconds]").length).toBe(0); // a correction can be as fast as a machine
      // A fragment in the address would take the focus away from it (HTML, "flush autofocus candidates").
      expect($(".form-sheet form").attr("action")).not.toContain("#");
      expect(await errorsIn(text)).toEqual([]);
    },
  );

  const inEnglish = new Map<FormName, string>();
  forEvery(everyFormPage)("names each missing field in the language of the page", async (address, language, form) => {
    const { $ } = await post(address, "");
    expect($("#form-email-problem").text()).toMatch(/@example\.com/);
    const summary = $(".form-problems").text();
    if (language === "en")
      inEnglish.set(form, summary); // English comes first
    else expect(summary).not.toBe(inEnglish.get(form));
  });
});

const onEveryForm = forEvery(everyForm);

describe("Validation of fields", () => {
  onEveryForm(
    "rejects a missing required field, accepts a missing optional one, and keeps the other values",
    async (form) => {
      const address = addressOf(form);
      for (const { name, required } of fieldsOf(form)) {
        const rest: Record<string, string> = { ...rightAnswers(form), email: `no-${name}@example.org` };
        delete rest[name];
        const answer = await post(address, rest);

        if (required) expect([name, faultsOf(answer)]).toEqual([name, [name]]);
        else expect([name, answer.status]).toEqual([name, 303]);
        if (required) expect(typedOn(answer)).toEqual({ ...rest, [name]: "" });
      }
    },
  );

  onEveryForm("treats a field of only whitespace as missing", async (form) => {
    const fields = fieldsOf(form);
    const blank = Object.fromEntries(fields.map(({ name }) => [name, " \t\r\n\u00a0\u2003 "]));
    const required = fields.filter(({ required }) => required);
    expect(faultsOf(await post(addressOf(form), blank))).toEqual(required.map(({ name }) => name));
  });

  onEveryForm(
    "accepts each field at its maximum length, counts an emoji as one character, and rejects one more",
    async (form) => {
      const address = addressOf(form);
      const full = Object.fromEntries(
        fieldsOf(form).map(({ name, kind, maxLength: most }) => {
          if (kind === "choice") return [name, rightAnswers(form)[name]!];
          return [name, kind === "mail" ? "@example.com".padStart(most, "a") : "😀".repeat(most)];
        }),
      );
      expect((await post(address, full)).status).toBe(303);
      for (const { name, kind, maxLength: most } of fieldsOf(form)) {
        if (kind === "choice") continue;
        const answer = await post(address, { ...full, [name]: `a${full[name]}` });
        expect(faultsOf(answer)).toEqual([name]);
        const limit = `is 1 character too long: at most ${most.toLocaleString("en")}`;
        expect(answer.$(`#form-${name}-problem`).text()).toContain(limit);
        expect(typedOn(answer)).toEqual({ ...full, [name]: `a${full[name]}` });
      }
    },
  );

  onEveryForm("accepts every choice that the form offers, and rejects any other value", async (form) => {
    const address = addressOf(form);
    const { $ } = await ask(address);
    for (const { name, kind } of fieldsOf(form)) {
      if (kind !== "choice") continue;
      const offered = $(`[name="${name}"]`)
        .add($(`[name="${name}"] option`))
        .toArray();
      const values = offered.map((option) => $(option).attr("value")).filter(Boolean) as string[];
      expect(values.length).toBeGreaterThan(1);
      for (const value of values) {
        const sent = { ...rightAnswers(form), name: `For ${name} ${value}`, [name]: value };
        expect([name, value, (await post(address, sent)).status]).toEqual([name, value, 303]);
      }
      for (const value of form === "contact" ? ["elsewhere", "toString", "OTHER"] : ["elsewhere"]) {
        const answer = await post(address, { ...rightAnswers(form), [name]: value });
        expect(faultsOf(answer)).toEqual([name]);
        expect(answer.$(`#form-${name}-problem`).text()).toMatch(/^What you chose is no longer available/);
        expect(typedOn(answer)[name]).toBe("");
      }
    }
  });
});

describe("The email field", () => {
  forEvery([
    "maja@example.org",
    "maja+kassa@example.org",
    "maja.å.öberg@exämple.se",
    "用户@例子.广告",
    "o'brien@mail.sub.example.co.uk",
    "UPPER_case-1@EXAMPLE.ORG",
    "a@b.se",
    "!#$%&*/=?^_`{|}~@example.org",
    "  maja@example.org\t",
    "maja@xn--exmple-cua.se",
  ])("accepts any valid mail address", async (email) => {
    expect((await post(contact, { ...rightAnswers("contact"), email, name: email })).status).toBe(303);
    const kept = await submissions.list({ email: email.trim() });
    const [name, domain] = email.trim().split("@");
    expect(kept.map(({ fields }) => fields.email)).toContain(`${name}@${domainToASCII(domain!)}`);
  });

  forEvery([
    "maja",
    "maja@",
    "@example.org",
    "maja@example",
    "maja@example.o",
    "maja@@example.org",
    "maja@example..org",
    ".maja@example.org",
    "maja.@example.org",
    "maja@.example.org",
    "maja@example.org.",
    "ma ja@example.org",
    '"maja"@example.org',
    "Maja <maja@example.org>",
    "a@example.org,b@example.org",
    "a@example.org;b@example.org",
    "a@example.org b@example.org",
    "maja@[192.0.2.1]",
    "maja(home)@example.org",
    "mailto:maja@example.org",
    "maja\\@example.org",
    "maja@example.org\r\nBcc: b@example.org",
  ])("rejects anything else, and shows it again in the field", async (email) => {
    const answer = await post(contact, { ...rightAnswers("contact"), email });
    expect(faultsOf(answer)).toEqual(["email"]);
    expect(typedOn(answer).email).toBe(email.replace(/\s+/g, " "));
  });
});

describe("The choice of a date", () => {
  it("rejects a date that has passed since the form was opened, keeps the other values, and offers later dates", async () => {
    const address = addressOf("seat-gothenburg");
    const dates = async () => {
      const { $ } = await ask(address);
      const options = $("[name=date]").add($("[name=date] option"));
      return options
        .toArray()
        .map((option) => $(option).attr("value"))
        .filter((value) => /\d$/.test(value ?? ""));
    };
    const [first, ...later] = await dates();
    const sent = { ...rightAnswers("seat-gothenburg"), date: first! };
    try {
      now = Date.parse(`${/\d{4}-\d\d-\d\d$/.exec(first!)![0]}T23:59:59Z`);
      const answer = await post(address, sent);
      expect(faultsOf(answer)).toEqual(["date"]);
      expect(typedOn(answer)).toEqual({ ...sent, date: "" });
      expect((await dates()).slice(0, later.length)).toEqual(later);
    } finally {
      now = NOW;
    }
    expect((await post(address, sent)).status).toBe(303);
  });

  it("rejects a date of another city", async () => {
    const { $ } = await ask(addressOf("seat-varberg"));
    const options = $("[name=date]").add($("[name=date] option")).toArray();
    const date = options.map((option) => $(option).attr("value")!).find((value) => /\d$/.test(value ?? ""))!;
    expect(date).toMatch(/^boardroom-varberg-/);
    const answer = await post(addressOf("seat-gothenburg"), { ...rightAnswers("seat-gothenburg"), date });
    expect(faultsOf(answer)).toEqual(["date"]);
  });
});

describe("Submitted values", () => {
  const nasty = [
    '</textarea><script>alert("1")</script>',
    "<img src=x onerror=alert(1)>",
    `" autofocus onfocus="alert(1)`,
    "'&amp; &lt;b&gt; {{ 7 * 7 }} {% raw %} $(1) </title>",
    "åäö 😀 % + = & ; \\",
  ];

  forEvery(nasty)("are shown again as escaped text, never as markup", async (text) => {
    const clean = await ask(contact);
    const typed = { about: "error", name: text, email: text, message: `${text}\n\n  a  b\n\n\n${text}` };
    const answer = await post(contact, typed);
    const { $ } = answer;

    expect(faultsOf(answer)).toEqual(["email"]);
    expect(typedOn(answer)).toEqual(typed);
    expect($("script").length).toBe(clean.$("script").length);
    expect($("[onerror], [onfocus]").length).toBe(0);
    expect(await errorsIn(answer.text)).toEqual([]);
  });

  it("lose control characters and surrounding whitespace, and a single-line field its line breaks", async () => {
    const answer = await post(contact, {
      about: "error",
      name: "\n\n Maja\r\nöberg\u0000 \u0007",
      email: "no",
      message: "\n\nFirst\r\n\r\n  second\rthird\u0000\n",
    });
    expect(typedOn(answer)).toEqual({
      about: "error",
      name: "Maja öberg",
      email: "no",
      message: "First\n\n  second\nthird",
    });
  });

  it("are the first value of a repeated field; unknown fields are ignored", async () => {
    const body = new URLSearchParams({ ...rightAnswers("contact"), email: "twice@example.org" });
    body.append("email", "other@example.org");
    body.append("email[]", "brackets@example.org");
    body.append("message[text]", "brackets");
    body.append("__proto__", "polluted");
    body.append("constructor", "polluted");
    body.append("__proto__[polluted]", "yes");
    body.append("id", "mine");
    body.append("suspected", "false");
    body.append("form", "join");

    expect((await post(contact, body.toString())).status).toBe(303);
    const [kept, ...others] = await submissions.list({ email: "twice@example.org" });
    expect(others).toEqual([]);
    expect(kept!.form).toBe("contact");
    expect(kept!.fields).toEqual({ ...rightAnswers("contact"), email: "twice@example.org" });
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((await submissions.list({ email: "other@example.org" })).length).toBe(0);
  });

  forEvery([
    ["brackets", "name[]=x&email[a]=y&about[]=other&message[0]=z"],
    ["__proto__", "__proto__=x&__proto__[name]=y&constructor[prototype][name]=z"],
    ["no fields at all", "%%%&&&===&%zz"],
    ["only a name", "name"],
  ])("are all missing if the body has no valid field", async (_what, body) => {
    const answer = await post(contact, body);
    expect(faultsOf(answer)).toEqual(["about", "name", "email", "message"]);
    expect(Object.values(typedOn(answer)).join("")).toBe("");
  });
});

describe("Form body", () => {
  const page = async (answer: Answer, status: number) => {
    const { $, headers } = answer;
    expect([answer.status, headers.get("cache-control"), $("html").attr("lang")]).toEqual([status, "no-store", "sv"]);
    expect($("title").text()).toMatch(isTitledNotSent.sv!);
    expect($(".form-problems[autofocus] p").length).toBeGreaterThan(0);
    expect($(".form-problems a[href^='mailto:']").text()).toBe(services.library.organisation.mail);
    expect($("[aria-invalid=true]").length).toBe(0);
    return $(".form-problems").text();
  };
  const swedish = addressOf("contact", "sv");

  it("is not normalized in whole when it holds 40,000 combining marks, which takes quadratic time", async () => {
    const normalize = jest.spyOn(String.prototype, "normalize");
    const answer = await post(swedish, { ...rightAnswers("contact"), message: `a${"\u0315\u0316".repeat(20_000)}` });
    const lengths = normalize.mock.contexts.map((text) => String(text).length);
    normalize.mockRestore();

    expect(answer.status).toBe(422);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(20_000);
  });

  forEvery([300_000, 3_000_000])(
    "above the limit is rejected with 413, and the text that was read is shown again",
    async (bytes) => {
      const typed = { about: "other", name: "Maja", email: "maja@example.org", message: "x".repeat(bytes) };
      const answer = await post(swedish, typed);

      expect(await page(answer, 413)).toContain("Det var mer än formuläret kan ta emot.");
      const { message, ...rest } = typedOn(answer);
      expect(rest).toEqual({ about: "other", name: "Maja", email: "maja@example.org" });
      expect(message).toMatch(/^x{250000,262144}$/);
    },
  );

  forEvery([
    ["JSON", "application/json", JSON.stringify(rightAnswers("contact"))],
    ["plain text", "text/plain", "name=Maja"],
    ["no type", "", new TextEncoder().encode("a=b")],
    [
      "multipart",
      "multipart/form-data; boundary=x",
      '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nMaja\r\n--x--',
    ],
    ["another charset", "application/x-www-form-urlencoded; charset=iso-8859-1", "name=%E5"],
    ["UTF-16", "application/x-www-form-urlencoded; charset=utf-16", "name=Maja"],
  ])("of another media type or charset is rejected with 415", async (_what, type, body) => {
    const answer = await post(swedish, body, { "content-type": type });
    expect(await page(answer, 415)).toContain("på ett sätt som vi inte kan läsa");
    expect(answer.headers.get("accept-post")).toBe("application/x-www-form-urlencoded");
  });

  forEvery([
    ["escaped Latin-1", "name=Maja+V%E4n&message=%E5"],
    ["Latin-1", Buffer.from("name=Maja V\u00e4n&message=\u00e5", "latin1")],
    ["a surrogate", "name=Maja+V%ED%A0%80n&message=x"],
  ])("that is not UTF-8 is rejected with 400, and what can be read is shown again", async (_what, body) => {
    const answer = await post(swedish, body, { "content-type": "application/x-www-form-urlencoded" });
    expect(await page(answer, 400)).toContain("de inte skickades som UTF-8");
    expect(typedOn(answer).name).toMatch(/^Maja V\ufffd+n$/);
  });

  it("may have a byte order mark, and a percent sign that escapes nothing", async () => {
    const body = `\ufeff${new URLSearchParams({ ...rightAnswers("contact"), message: "" })}100% %zz`;
    const type = "application/x-www-form-urlencoded";
    expect((await post(swedish, body, { "content-type": type })).status).toBe(303);
    expect((await submissions.list({})).map(({ fields }) => fields.message)).toContain("100% %zz");
  });

  it("that is compressed is rejected with 415 and not decompressed", async () => {
    const packed = new Uint8Array(gzipSync("name=Maja"));
    const answer = await post(swedish, packed, { "content-encoding": "gzip" });
    expect(await page(answer, 415)).not.toContain("Maja");
    expect(await errorsIn(answer.text)).toEqual([]);
  });

  forEvery(["utf-8", "UTF-8", '"utf-8"'])("is accepted with any spelling of charset=utf-8", async (charset) => {
    const type = `application/x-www-form-urlencoded; charset=${charset}`;
    const sent = { ...rightAnswers("contact"), name: "Åsa" };
    expect((await post(swedish, sent, { "content-type": type })).status).toBe(303);
    expect((await submissions.list({})).map(({ fields }) => fields.name)).toContain("Åsa");
  });
});

it("the log contains no submitted value", () => {
  const log = JSON.stringify(lines);
  expect(lines.filter(({ message }) => message === "request").length).toBeGreaterThan(100);
  expect(log).not.toMatch(/maja|example\.org|alert|😀|polluted|brackets|The (?:name|message|role)/i);
  expect(lines.filter(({ level }) => level !== "info")).toEqual([]);
});
