/** Arguments of a tool call, or a schema: any members. */
export type JsonObject = Readonly<Record<string, unknown>>;
