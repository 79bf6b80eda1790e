/** One message of a conversation with Dialogue; plain text. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly content: string;
}
