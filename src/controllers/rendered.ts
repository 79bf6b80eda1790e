import type { Response } from "express";

/** The HTML of a view. Rejects when it cannot be made; `response.render` by itself lets no caller catch that. */
export function rendered(response: Response, view: string, locals: object): Promise<string> {
  return new Promise((resolve, reject) =>
    response.render(view, locals, (error: Error | null, html) => (error ? reject(error) : resolve(html))),
  );
}
