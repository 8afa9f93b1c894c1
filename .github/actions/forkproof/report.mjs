import { readFileSync } from "node:fs";

/** By this line a comment of an earlier run is found again. */
export const MARKER = "<!-- forkproof -->";

/** The Markdown report, or why there is none. */
export function readReport(path) {
  try {
    return { text: readFileSync(path, "utf8"), missing: null };
  } catch (fault) {
    return { text: "", missing: `forkproof left no report at ${path} (${fault.code})` };
  }
}

/** The first lines of a text that fit, with a last line that says so if it was cut. `sizeOf` measures a text. */
export function cut(text, limit, sizeOf) {
  if (sizeOf(text) <= limit) return text;
  const note = "\n\nThe report was cut here: the uploaded evidence has the rest.\n";
  const lines = text.split("\n");
  let size = sizeOf(note);
  const fitting = lines.findIndex((line) => (size += sizeOf(`${line}\n`)) > limit);
  return lines.slice(0, fitting).join("\n") + note;
}

/** One line for the log that the runner cannot take for a command. */
export function say(text) {
  console.log(`forkproof: ${text.replaceAll(/[\r\n]+/g, " ")}`);
}
