/** Default-ignorable characters, bidirectional controls among them, hide or reorder text. */
export const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** For text that is compared or looked up, where joiners mean nothing. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}
