import type { Response } from "express";

/** The HTML of a view. Rejects if the view fails; `response.render` alone lets no caller catch that. */
export function renderView(response: Response, view: string, model: object): Promise<string> {
  return new Promise((resolve, reject) =>
    response.render(view, model, (error: Error | null, html) => (error ? reject(error) : resolve(html))),
  );
}
