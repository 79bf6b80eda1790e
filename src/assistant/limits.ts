/** How long an answer may take and how much of everything there may be; tests make it all shorter. */
export interface AnswerLimits {
  /** To the first text that a visitor sees; after it the embedded model answers. */
  readonly firstTextMs: number;
  /** Between two parts of an answer; after it the answer is broken off. */
  readonly stallMs: number;
  /** For a whole answer: a stop of the server waits as long. */
  readonly totalMs: number;
  /** Failures of the language model in a row after which it is left alone. */
  readonly failures: number;
  readonly restMs: number;
  /** Answers of the language model under way at once, in this process. */
  readonly atOnce: number;
  /** Characters of an answer, whatever the provider sends. */
  readonly characters: number;
  /** Answers of any kind under way at once, in this process. */
  readonly openStreams: number;
  /** Of silence, after which a stream says that it is still there. */
  readonly keepAliveMs: number;
}

export const answerLimits: AnswerLimits = {
  firstTextMs: 8000,
  stallMs: 20_000,
  totalMs: 25_000,
  failures: 3,
  restMs: 60_000,
  atOnce: 8,
  characters: 6000,
  openStreams: 500,
  keepAliveMs: 15_000,
};
