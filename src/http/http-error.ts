import type { Problem } from "./query.js";

interface Explanation {
  /** Without it, the message of the status. */
  readonly messageKey?: string | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  /** By parameter or field. */
  readonly details?: Readonly<Record<string, readonly Problem[]>> | undefined;
}

export class HttpError extends Error {
  readonly status: number;
  readonly explanation: Explanation;

  constructor(status: number, explanation: Explanation = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.explanation = explanation;
  }
}
