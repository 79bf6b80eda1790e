/** Letters that Swedes, Norwegians and people without a Nordic keyboard write differently become the same. */
export function fold(text: string): string {
  return text.toLowerCase().replaceAll("æ", "a").replaceAll("ø", "o").normalize("NFD").replace(/\p{M}/gu, "");
}
