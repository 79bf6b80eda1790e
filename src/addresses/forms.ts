import type { PageName } from "./paths.js";

/** The page whose front matter has the texts of a form. Submissions are stored under the names of the forms. */
export const formPages = {
  date: "dates",
  seat: "boardroom-for-commerce",
  "seat-gothenburg": "boardroom-for-commerce-gothenburg-attend",
  "seat-varberg": "boardroom-for-commerce-varberg-attend",
  format: "after-commerce-start-format",
  "start-after-commerce": "after-commerce-start-city",
  "start-boardroom": "boardroom-for-commerce-start-city",
  join: "commerce-commons-join",
  student: "commerce-commons-student",
  contact: "contact",
} as const satisfies Record<string, PageName>;

export type FormName = keyof typeof formPages;

export const formNames = Object.keys(formPages) as FormName[];

export function isFormName(text: string): text is FormName {
  return Object.hasOwn(formPages, text);
}

/** True if the form stands on the page of each date, in place of its own. */
export function isOnDates(form: FormName): boolean {
  return form === "date" || form === "seat";
}

/** True if the form applies for a seat, which a person then gives or refuses. */
export function isApplication(form: string): boolean {
  return form.startsWith("seat");
}

export function formOn(page: PageName): FormName | undefined {
  return formNames.find((form) => formPages[form] === page && !isOnDates(form));
}
