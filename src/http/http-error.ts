interface Explanation {
  /** Without it, the message of the status. */
  readonly messageKey?: string | undefined;
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  /** Translation keys of the problems, by parameter or field. */
  readonly details?: Readonly<Record<string, readonly string[]>> | undefined;
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
