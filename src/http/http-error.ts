/** The key of a text in locales/, and the values to interpolate. */
export interface Message {
  readonly key: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** A response other than success, thrown by a controller or a middleware and translated here. */
export class HttpError extends Error {
  readonly status: number;
  /** For programs, where the status alone says too little. */
  readonly messageKey: Message | undefined;
  /** What is wrong with each parameter or field: keys of translations. */
  readonly details: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(status: number, options: Partial<Pick<HttpError, "messageKey" | "details">> = {}) {
    super(`HTTP ${status}`);
    this.status = status;
    this.messageKey = options.messageKey;
    this.details = options.details;
  }
}
