/** The value that a text spells in JSON; the text itself where it is not JSON, as the input of a custom tool. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
