/** Every form: a valid one is stored once, an invalid one is shown with its values. */

import { expect, it } from "@jest/globals";
import { load } from "cheerio";
import fc from "fast-check";
import { readAddress } from "../../../src/contracts/mail-address.js";
import type { FormName } from "../../../src/site/forms.js";
import { everyForm, everyFormPage, fieldsOf, rightAnswers, typedOn } from "../forms.js";
import * as wild from "./arbitraries.js";
import { seen } from "./chat.js";
import type { Fuzz } from "./fuzz.js";
import { isUtf8Form } from "./sound.js";

const FORM = "application/x-www-form-urlencoded";

interface Typed {
  readonly text: string;
  /** Undefined if only the site can decide. */
  readonly isRight: boolean | undefined;
}
const right = (text: string): Typed => ({ text, isRight: true });
const wrong = (text: string): Typed => ({ text, isRight: false });

/** Values of a field: valid, at limits, invalid, hostile; the higher `care`, the more usual. */
function typedInto(
  form: FormName,
  { name, kind, required, maxLength: most }: ReturnType<typeof fieldsOf>[number],
  care: number,
): fc.Arbitrary<Typed> {
  const usual = right(rightAnswers(form)[name]!);
  const emptied = required ? wrong : right;
  const inWords = kind !== "choice" && kind !== "mail";
  return fc.oneof(
    { weight: care, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom("", " ", "\r\n", "\u0000", "\u200b", "\u3000").map(emptied) },
    ...(inWords
      ? [
          {
            weight: 4,
            arbitrary: fc
              .tuple(wild.wildText, fc.constantFrom("a", "Å", "名"))
              .map(([text, letter]) => letter + text)
              .map((text) => (text.length < most / 4 ? right(text) : { text, isRight: undefined })),
          },
          { weight: 2, arbitrary: fc.constantFrom("x".repeat(most), "🏽".repeat(most)).map(right) },
          { weight: 1, arbitrary: fc.constantFrom("x".repeat(most + 1), "🏽".repeat(most + 1)).map(wrong) },
        ]
      : []),
    ...(kind === "mail"
      ? [
          {
            weight: 4,
            arbitrary: fc.oneof(
              fc
                .constantFrom("maja.o'hara+for@exämple.org", "å@b.se", " MAJA@EXAMPLE.ORG\n", "x@a.b.c.d.example")
                .map(right),
              fc
                .constantFrom(
                  ...["maja", "a@b", "a b@c.de", "@b.de", "a@", "a@@b.de", "a@b.de,c@d.de", `a@b.de\r\nBcc: c@d.de`],
                )
                .map(wrong),
            ),
          },
        ]
      : []),
    ...(kind === "choice"
      ? [{ weight: 2, arbitrary: fc.constantFrom("none of these", "ANY", "__proto__").map(wrong) }]
      : []),
    { weight: 1, arbitrary: wild.hugeText.map((text): Typed => ({ text, isRight: undefined })) },
  );
}

interface Filled {
  readonly address: string;
  readonly lang: string;
  readonly form: FormName;
  readonly body: string;
  readonly isRight: boolean | undefined;
}

const extras = fc.oneof(
  { weight: 5, arbitrary: fc.constant<wild.Pair[]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.oneof(
        fc.tuple(wild.wildText, wild.wildText),
        fc.tuple(fc.constant("leave_empty"), wild.wildText),
        fc.tuple(fc.constant("seconds"), fc.constantFrom("0", "1.9", "2", "-1", "x", "1e400")),
        fc.tuple(fc.constantFrom("name", "email", "name[]", "__proto__"), wild.wildText),
      ),
      { maxLength: 3 },
    ),
  },
);

/** Every field of each form, with different `care`: from mostly valid to hardly valid. */
const typedBy = Object.fromEntries(
  everyForm.map((form) => {
    const fields = (care: number) => fc.tuple(...fieldsOf(form).map((field) => typedInto(form, field, care)));
    return [form, fc.oneof(fields(60), fields(3))];
  }),
) as Record<FormName, fc.Arbitrary<Typed[]>>;

const filledIn: fc.Arbitrary<Filled> = fc.constantFrom(...everyFormPage).chain(([address, lang, form]) =>
  fc
    .tuple(
      typedBy[form],
      fc.oneof({ weight: 12, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(fieldsOf(form).length - 1) }),
      extras,
    )
    .chain(([typed, leftOut, more]) => {
      const pairs = fieldsOf(form).map(({ name }, index): wild.Pair => [name, typed[index]!.text]);
      const given = fieldsOf(form).map(({ required }, index) =>
        index === leftOut ? emptied(required) : typed[index]!,
      );
      const isRight = given.some((field) => field.isRight === false)
        ? false
        : given.every((field) => field.isRight) || undefined;
      const remaining = pairs.filter((_pair, index) => index !== leftOut);
      return wild.spelt(fc.constant([...remaining, ...more])).map((body) => ({
        address,
        lang,
        form,
        body,
        isRight: leftOut >= 0 && more.some(([name]) => name === pairs[leftOut]![0]) ? undefined : isRight,
      }));
    }),
);
const emptied = (required: boolean): Typed => (required ? wrong("") : right(""));

/** Bodies that are not quite a form. */
const strange: fc.Arbitrary<Filled> = fc
  .tuple(
    fc.constantFrom(...everyFormPage),
    fc.oneof(
      fc.constantFrom(
        "",
        "&&&",
        "=",
        "=&=",
        "name",
        "name=%",
        "name=%FF%FE&email=%C3%28",
        "name=a&name=b",
        '{"name":"x"}',
      ),
      wild.hugeText.map((text) => Buffer.from(text).toString("latin1")),
      wild.hugeText.map((text) => `name=${Buffer.from(text).toString("latin1")}`),
      fc.integer({ min: 1, max: 20_000 }).map((times) => "a=b&".repeat(times)),
      fc.constantFrom(255, 257).map((kilobytes) => `message=${"x".repeat(kilobytes * 1024)}`),
    ),
  )
  .map(([[address, lang, form], body]) => ({ address, lang, form, body, isRight: undefined }));

const filled = fc.oneof({ weight: 9, arbitrary: filledIn }, { weight: 1, arbitrary: strange });
const type = fc.oneof(
  { weight: 14, arbitrary: fc.constant(FORM) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[`${FORM}; charset=utf-8`, FORM.toUpperCase(), `${FORM};charset=iso-8859-1`],
      ...["text/plain", "application/json", "multipart/form-data; boundary=x", "", "a/b; c"],
    ),
  },
);
const origin = fc.oneof(
  { weight: 14, arbitrary: fc.constant<wild.Pair[]>([]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<wild.Pair[]>(
      ...(
        [
          ["Sec-Fetch-Site", "cross-site"],
          ["Origin", "https://evil.example"],
          ["Origin", wild.MARK],
        ] as const
      ).map((header): wild.Pair[] => [header]),
    ),
  },
);

/** Normalizes a value as duplicate detection does: case and whitespace do not count (contract §7). */
const inPlainWords = (text: string) => text.toLowerCase().replace(/\s+/g, " ").trim();

export function formProperties({ site, hold }: Fuzz): void {
  const stored = new Set<string>();

  it("a valid form is stored once, and an invalid one is shown with its values", () =>
    hold(0.1, [filled, type, origin], async ({ address, lang, form, body, isRight }, type, from) => {
      const before = (await site.submissions.list({})).length;
      site.added.length = 0;
      const sent = { method: "POST", target: address, headers: [["Content-Type", type], ...from] as wild.Pair[], body };
      const answer = await site.ask(sent);
      const given = new URLSearchParams(
        Buffer.from(body, "latin1")
          .toString()
          .replace(/^\ufeff/, ""),
      );
      const typed = (name: string) => seen(given.get(name) ?? "");
      const isUnderstood = /^application\/x-www-form-urlencoded\s*(; ?charset=utf-8)?$/i.test(type);
      const expected =
        from.length > 0
          ? 403
          : !isUnderstood
            ? 415
            : body.length > 256 * 1024
              ? 413
              : !isUtf8Form(Buffer.from(body, "latin1"))
                ? 400
                : isRight
                  ? 303
                  : 422;
      if (isRight !== undefined || ![303, 422].includes(expected))
        expect([body, answer.status]).toEqual([body, expected]);

      if (answer.status === 303) {
        expect(answer.headers.location).toBe(`${address}?sent`);
        expect(site.added).toHaveLength(1);
        const {
          fields: { event: _date, ...fields },
          ...about
        } = site.added[0]!;
        expect(about).toMatchObject({ form, locale: lang });
        expect(Object.keys(fields)).toEqual(fieldsOf(form).map(({ name }) => name));
        for (const [name, text] of Object.entries(fields)) {
          const sent = name === "email" ? readAddress(typed(name)) : typed(name);
          expect([name, seen(text)]).toEqual([name, sent]);
        }

        const words = JSON.stringify([form, ...Object.values(fields).map(inPlainWords)]);
        const after = before + (stored.has(words) ? 0 : 1);
        stored.add(words);
        expect((await site.submissions.list({})).length).toBe(after);
        expect((await site.ask(sent)).status).toBe(303);
        return expect((await site.submissions.list({})).length).toBe(after);
      }
      expect([answer.status, site.added, (await site.submissions.list({})).length]).toEqual([
        answer.status,
        [],
        before,
      ]);
      const $ = load(answer.text);
      expect([$("html").attr("lang"), $(".form-problems").length]).toEqual([lang, 1]);
      if (type.includes("8859") || body.length > 256 * 1024) return; // invalid, or too long
      const shown = typedOn({ $ });
      for (const { name, kind } of fieldsOf(form)) {
        if (kind !== "choice") expect([name, seen(shown[name]!)]).toEqual([name, typed(name)]);
        else if (shown[name] !== "") expect([name, shown[name]]).toEqual([name, typed(name)]);
      }
      if (answer.status === 422) expect($("[aria-invalid=true]").length).toBe($(".form-problems li").length);
    }));

  it("the store has every valid form once, and nothing else", async () => {
    const all = await site.submissions.list({});
    const words = all.map(({ form, fields: { event: _date, ...fields } }) =>
      JSON.stringify([form, ...Object.values(fields).map(inPlainWords)]),
    );
    expect(words.sort()).toEqual([...stored].sort());
  });
}
