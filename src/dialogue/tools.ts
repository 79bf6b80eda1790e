import * as z from "zod";
import type { Site } from "../site.js";
import type { AnswerRequest } from "./chat-request.js";

/** What a language model can call: Mistral while it answers, and any other through MCP. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** Throws a ToolError for what the model can do better. */
  run(input: z.infer<Input>, caller: Caller, site: Site): object | Promise<object>;
}

export type Caller = Pick<AnswerRequest, "locale" | "signal">;

/** Tells a model what is wrong with its call. */
export class ToolError extends Error {}

/** Models send null or an empty text for an argument that they leave out. */
export function parseArguments<Input extends z.ZodObject>(input: Input, args: unknown) {
  const given: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(Object(args))) {
    const isEmpty = value === null || value === "";
    if (!isEmpty || isRequired(input, name)) given[name] = value;
  }
  return input.safeParse(given);
}

function isRequired({ shape }: z.ZodObject, name: string): boolean {
  const argument = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return argument !== undefined && !z.safeParse(argument, undefined).success;
}
