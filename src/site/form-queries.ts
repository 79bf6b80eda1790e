export const EVENT_QUERY = "?event=";

/** The event id in a query, among other parameters or followed by text that a mail program added. */
export function eventIdInQuery(query: string): string | undefined {
  return /[?&]event=([a-z\d-]*)/i.exec(query)?.[1]?.toLowerCase();
}

/** The query of the confirmation page, so that a reload sends nothing again. */
export const confirmationQuery = (event: { readonly id: string } | undefined) =>
  event ? `?sent&event=${event.id}` : "?sent";

export const isConfirmationQuery = (query: string) => /^\?sent(?:&event=[^&]*)?$/.test(query);
