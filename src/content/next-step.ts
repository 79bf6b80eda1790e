import * as z from "zod";
import type { NextStep } from "../domain/page.js";
import type { LinkResolver } from "./links.js";
import type { ReportProblem } from "./problems.js";

export const nextStepFields = z.strictObject({
  heading: z.string().min(3).max(60),
  text: z.string().min(20).max(240),
  action: z.string().min(3).max(40),
  to: z.string().regex(/^(?:page:[\w#-]+|mail)$/, "must be page:<name>, page:<name>#<id> or mail"),
  subject: z.string().min(3).max(80).optional(),
});

export function createNextStep(
  { to, subject, ...texts }: z.infer<typeof nextStepFields>,
  { resolve }: LinkResolver,
  mail: string,
  report: ReportProblem,
): NextStep {
  if ((to === "mail") !== (subject !== undefined)) report("next.subject", "must be set if `to` is mail, and only then");
  const mailto = `mailto:${mail}?subject=${encodeURIComponent(subject ?? "")}`;
  return { ...texts, href: to === "mail" ? mailto : resolve(to) };
}
