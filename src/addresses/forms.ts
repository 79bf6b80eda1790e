import { type PageName, queryString } from "./pages.js";

/** The page whose front matter has the texts of a form. Submissions are stored under the names of the forms. */
export const formPages = {
  // On the page of each date
  date: "dates",
  seat: "boardroom-for-commerce",
  // On that page itself
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

/** True if the form stands on the page of each date. */
export function isOnDates(form: FormName): boolean {
  return form === "date" || form === "seat";
}

/** True for an application for a seat, also by a form that the site no longer has: a stored one can be. */
export function isApplication(form: string): boolean {
  return form.startsWith("seat");
}

/** The form whose texts the page has, unless that stands on the pages of dates. */
export function formShownOn(page: PageName): FormName | undefined {
  return formNames.find((form) => formPages[form] === page && !isOnDates(form));
}

export const EVENT_QUERY = "?event=";

/** Mail programs can append text to a link. */
export function eventIdInQuery(query: string): string | undefined {
  const text = new URLSearchParams(query).getAll("event").find(Boolean) ?? "";
  return /^[A-Za-z\d-]+/.exec(text)?.[0].toLowerCase();
}

export const withoutEventId = (query: string) =>
  queryString({ ...Object.fromEntries(new URLSearchParams(query)), event: undefined });

/** A reload of the confirmation page sends nothing again. */
export const confirmationQuery = (eventId?: string) => (eventId === undefined ? "?sent" : `?sent&event=${eventId}`);

/** The confirmation for somebody who withdraws from a membership. */
export const WITHDRAWAL_QUERY = "?sent&about=withdrawal";

export const isConfirmationQuery = (query: string) =>
  query === WITHDRAWAL_QUERY || /^\?sent(?:&event=[^&]*)?$/.test(query);
