/**
 * The arguments of a call as JSON text. Compatible servers write nothing, or null, where a tool takes no parameters: that is
 * the empty object. Some give an object in place of its text.
 */
export function writtenArguments(value: unknown): string {
  const text = pieceOfArguments(value);
  return text.trim() === "" ? "{}" : text;
}

/** The same for one piece of a stream. A value that is not a text is whole. */
export function pieceOfArguments(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
