import * as z from "zod";

export const chatAnswer = z.strictObject({
  role: z.literal("assistant"),
  content: z.string().describe("Markdown: paragraphs, lists, emphasis, links to this site."),
  sources: z.array(z.strictObject({ url: z.url(), title: z.string() })).describe("The pages it is based on."),
  answeredBy: z.enum(["site", "mistral"]).describe("The site's own model, or Mistral's."),
  fallback: z.boolean().describe("Whether the site's own model stood in for Mistral."),
});

export type ChatAnswer = z.infer<typeof chatAnswer>;
