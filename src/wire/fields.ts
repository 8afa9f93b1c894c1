/** Raw values of top-level members; null leaves a member out. */
export type Fields = Readonly<Record<string, string | null>>;
