import type { Response } from "express";

/** Rejects if the view fails, which `response.render` alone does not report to its caller. */
export function renderView(response: Response, view: string, model: object): Promise<string> {
  return new Promise((resolve, reject) =>
    response.render(view, model, (error: Error | null, html) => (error ? reject(error) : resolve(html))),
  );
}
