/**
 * The arguments of a call as JSON text. Compatible servers write nothing, or null, where a tool takes no parameters: that is
 * the empty object. Some give an object in place of its text.
 */
export function writtenArguments(value: unknown): string {
  const text = pieceOfArguments(value);
  return text.trim() === "" ? "{}" : text;
}

/** The same of one piece of a stream; what is no text is whole. */
export function pieceOfArguments(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
