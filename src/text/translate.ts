/** Throws for a key that does not exist. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;
