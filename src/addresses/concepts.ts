export const concepts = [
  { code: "AFTER", name: "After Commerce", slug: "after-commerce" },
  { code: "BOARDROOM", name: "Boardroom for Commerce", slug: "boardroom-for-commerce" },
  { code: "COMMONS", name: "Commerce Commons", slug: "commerce-commons" },
] as const;

export type Concept = (typeof concepts)[number];

export const conceptCodes = concepts.map(({ code }) => code);

export function conceptOfCode(code: Concept["code"]): Concept {
  return concepts.find((concept) => concept.code === code)!;
}
