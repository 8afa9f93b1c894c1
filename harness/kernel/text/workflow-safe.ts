/** Spaces and colours, which a runner or a person may not see, and what GitHub takes for the beginning of a command after them. */
const lineCommand = new RegExp(String.raw`^((?:[^\S\n]|\u001B\[[\d;]*[A-Za-z])*)::`, "gmu");

/**
 * Output in which no line is a command to a CI runner. GitHub reads a line that begins with `::` as one, and `##[` anywhere
 * (`::error::…`, `##[error]…`): a fork under test could mark files or hide text by printing it. No line of JSON begins with `::`,
 * and in a string of JSON the escape says the same, so documents pass here too.
 */
export function workflowSafe(text: string): string {
  return workflowSafeJson(text.includes("::") ? text.replace(lineCommand, "$1\\::") : text);
}

/** The same for JSON alone. */
export function workflowSafeJson(json: string): string {
  return json.replaceAll("##[", String.raw`\u0023#[`);
}
