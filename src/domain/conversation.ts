/** A message of a conversation with Dialogue, in plain text. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly content: string;
}
