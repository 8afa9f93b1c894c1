/** A custom tool's input is one text of any form: as arguments it is wrapped, so that filters and tools see an object. */
export function freeText(input: unknown): string {
  return JSON.stringify({ input: input ?? "" });
}
