/** Looks up words of the interface by their key and fills in values; throws for a key that does not exist. */
export type Words = (key: string, values?: Readonly<Record<string, string | number>>) => string;
