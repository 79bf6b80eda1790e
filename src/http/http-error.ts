export interface Message {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

export class HttpError extends Error {
  readonly status: number;
  readonly messageKey: Message | undefined;
  /** Translation keys of the problems, by parameter or field. */
  readonly details: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(status: number, options: Partial<Pick<HttpError, "messageKey" | "details">> = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.messageKey = options.messageKey;
    this.details = options.details;
  }
}
