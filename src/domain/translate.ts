/** Looks up an interface text by its key and fills in values; throws for a key that does not exist. */
export type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string;
