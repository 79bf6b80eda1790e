/** Limits of answers; tests shorten them. */
export const answerLimits = {
  firstTextMs: 8000, // after it the site's own engine answers
  stallMs: 20_000, // between two parts; after it the answer is broken off
  totalMs: 25_000, // for a whole answer; stopping the server waits as long
  failures: 3, // of the language model in a row, after which it is not used for `restMs`
  restMs: 60_000,
  atOnce: 8, // concurrent answers of the language model in this process
  characters: 6000, // of an answer, whatever the provider sends
  openStreams: 500, // concurrent answers of any kind in this process
  keepAliveMs: 15_000,
};

export type AnswerLimits = Readonly<typeof answerLimits>;
