import { z } from "zod";

/** What every error under /api says (specification §7). */
export const errorBody = z.strictObject({
  error: z.string().meta({ description: "One plain sentence, in the language asked for when that is valid." }),
  details: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .meta({ description: "What is wrong with each parameter or field, by its name." }),
});
