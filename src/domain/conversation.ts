export interface Turn {
  readonly role: "user" | "assistant";
  readonly content: string;
}
