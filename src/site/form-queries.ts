export const EVENT_QUERY = "?event=";

/** Mail programs can append text to a link. */
export function eventIdInQuery(query: string): string | undefined {
  return /[?&]event=(?=[^&])([A-Za-z\d-]*)/.exec(query)?.[1]?.toLowerCase();
}

/** A reload of the confirmation page sends nothing again. */
export const confirmationQuery = (event: { readonly id: string } | undefined) =>
  event ? `?sent&event=${event.id}` : "?sent";

export const isConfirmationQuery = (query: string) => /^\?sent(?:&event=[^&]*)?$/.test(query);
