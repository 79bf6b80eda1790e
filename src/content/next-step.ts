import { z } from "zod";
import type { NextStep } from "../domain/page.js";
import type { Linker } from "./links.js";
import type { Refuse } from "./problems.js";

/** The one next step that a page or an article ends in, as front matter gives it. */
export const nextStepFields = z.strictObject({
  heading: z.string().min(3).max(60),
  text: z.string().min(20).max(240),
  action: z.string().min(3).max(40),
  /** `page:` and a page's name, with or without `#` and a section's id, or `mail`. */
  to: z.string().regex(/^(?:page:[\w#-]+|mail)$/, "is neither page:<name> nor mail"),
  subject: z.string().min(3).max(80).optional(),
});

export function nextStepOf(
  { to, subject, ...words }: z.infer<typeof nextStepFields>,
  { addressOf }: Linker,
  mail: string,
  refuse: Refuse,
): NextStep {
  if ((to === "mail") !== (subject !== undefined)) refuse("next.subject", "is given exactly when `to` is mail");
  const mailto = `mailto:${mail}?subject=${encodeURIComponent(subject ?? "")}`;
  return { ...words, href: to === "mail" ? mailto : addressOf(to) };
}
