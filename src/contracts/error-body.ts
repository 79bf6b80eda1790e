import * as z from "zod";

export const errorBody = z.strictObject({
  error: z.string().meta({ description: "One sentence, in the requested language if that is valid." }),
  details: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .meta({ description: "What is wrong with each parameter or field, by its name." }),
});
