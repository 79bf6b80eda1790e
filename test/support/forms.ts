/** Forms: right answers, a site that stores them, and what stands in their fields. */

import { type FormName, formNames, formPages, pages } from "../../src/addresses/pages.js";
import { type Field, forms } from "../../src/forms/forms.js";
import { newFolder } from "./folders.js";
import { parsed } from "./html.js";
import { languages } from "./shipped.js";
import { type Given, NOW, newAddress, siteOnPort } from "./site.js";
import { storeAt } from "./store.js";

/** Of a form on the page of each date, that of one date. */
const datePaths: Partial<Record<FormName, string>> = {
  date: "/dates/after-commerce-gothenburg-2026-12-03",
  seat: "/dates/boardroom-preview-stockholm-2027-02-16",
};

export const formPath = (form: FormName) => datePaths[form] ?? pages[formPages[form]].path;

/** Every form in every language: [address, language, form]. */
export const everyFormPage = languages.flatMap((language) =>
  formNames.map((form) => [`/${language}${formPath(form)}`, language, form] as const),
);

/** Every form once, each in another language. */
export const eachFormPage = everyFormPage.filter(
  ([, language, form]) => language === languages[formNames.indexOf(form) % languages.length],
);

export const fieldsOf = (form: FormName): readonly Field[] => forms[form];

/** Whether the field applies where the last option of each choice is chosen. */
export const applies = ({ when }: Field, form: FormName) =>
  !when ||
  fieldsOf(form)
    .find(({ name }) => name === when.name)
    ?.options.at(-1)?.value === when.value;

/** Valid values for every field of a form; of a choice the last option, which needs no date and no theme. */
export function rightAnswers(form: FormName): Record<string, string> {
  return Object.fromEntries(
    fieldsOf(form).map((field) => {
      const { name, kind, options } = field;
      if (!applies(field, form)) return [name, ""];
      if (kind === "choice") return [name, options.at(-1)!.value];
      return [name, kind === "mail" ? "maja@example.org" : `The ${name} of Maja`];
    }),
  );
}

export const storeInFile = (clock: () => number = () => NOW) => storeAt({ folder: newFolder() }, clock);

export const anyNumber = {
  submissionsPerMinute: Infinity,
  submissionsPerClientAndDay: Infinity,
  storedBytes: Infinity,
};

/** The site on its own port, with its log and its store, without a limit of forms. */
export async function formSite(given: Given = {}, variables: NodeJS.ProcessEnv = {}) {
  const submissions = given.submissions ?? storeInFile(given.clock);
  const replaced = { formLimits: anyNumber, ...given, submissions };
  const { lines, origin, raw, services } = await siteOnPort(replaced, variables);
  const ask = async (address: string, options: RequestInit = {}) => {
    const headers = { "accept-encoding": "identity", ...options.headers }; // compression takes longer than rendering
    const response = await fetch(origin + address, { redirect: "manual", ...options, headers });
    return parsed({ status: response.status, headers: response.headers, text: await response.text() });
  };
  return {
    origin,
    services,
    submissions,
    lines,
    raw,
    ask,
    /** Sends a form from a new address. `body` is the fields, or a raw body. */
    post: (
      address: string,
      body: Readonly<Record<string, string>> | string | Uint8Array<ArrayBuffer>,
      headers: Record<string, string> = {},
    ) =>
      ask(address, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": newAddress(), ...headers },
        body: typeof body === "string" || body instanceof Uint8Array ? body : new URLSearchParams(body).toString(),
      }),
  };
}

type FormSite = Awaited<ReturnType<typeof formSite>>;
export type Answer = Awaited<ReturnType<FormSite["ask"]>>;

/** The values of a page's form by field name; a choice has its selected value, or an empty one. */
export function typedOn({ $ }: Pick<Answer, "$">): Record<string, string> {
  const typed: Record<string, string> = {};
  for (const element of $(".form-sheet form").find("input, textarea, select").toArray()) {
    const field = $(element);
    const name = field.attr("name")!;
    const isRadio = field.attr("type") === "radio";
    if (isRadio) typed[name] = (typed[name] ?? "") || (field.is("[checked]") ? field.attr("value")! : "");
    else if (field.is("select")) typed[name] = field.find("option[selected]").attr("value") ?? "";
    // A browser drops a line feed at the beginning (HTML §4.11.11).
    else typed[name] = field.is("textarea") ? field.text().replace(/^\n/, "") : (field.attr("value") ?? "");
  }
  const { leave_empty: _trap, ...values } = typed;
  return values;
}
