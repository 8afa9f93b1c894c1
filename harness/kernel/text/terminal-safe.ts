import { escapeControlChars } from "./escape-control-chars.ts";

/** The control sequences that we send ourselves: our colours, and erasing a line that is overwritten. */
const ours = String.raw`\u001B\[(?:[0-2]|22|3[1239])m|\r\u001B\[K`;

const steering = new RegExp(String.raw`${ours}|(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]`, "gu");

/**
 * Text for a terminal, from any source. Lines, spaces and our colours pass. Any other character that would control the terminal
 * or the reading direction is escaped by escapeControlChars. This is the last safety net: quotes of a recording pass
 * escapeControlChars before.
 */
export function terminalSafe(text: string): string {
  return text.replace(steering, (found) => (found.length > 2 ? found : escapeControlChars(found)));
}
