/** Limits of answers; tests shorten them. */
export const answerLimits = {
  /** To the first text; after it the embedded engine answers. */
  firstTextMs: 8000,
  /** Between two parts; after it the answer is broken off. */
  stallMs: 20_000,
  /** For a whole answer; stopping the server waits as long. */
  totalMs: 25_000,
  /** Failures of the language model in a row, after which it is not used for `restMs`. */
  failures: 3,
  restMs: 60_000,
  /** Concurrent answers of the language model in this process. */
  atOnce: 8,
  /** Characters of an answer, whatever the provider sends. */
  characters: 6000,
  /** Concurrent answers of any kind in this process. */
  openStreams: 500,
  keepAliveMs: 15_000,
};

export type AnswerLimits = Readonly<typeof answerLimits>;
