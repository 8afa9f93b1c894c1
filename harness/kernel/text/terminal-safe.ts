import { escapeControlChars } from "./escape-control-chars.ts";

/** Colours as we paint them, and the erasing of a line that is written over: what we send a terminal ourselves. */
const ours = String.raw`\u001B\[(?:[0-2]|22|3[1239])m|\r\u001B\[K`;

const steering = new RegExp(String.raw`${ours}|(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]`, "gu");

/**
 * Text as it goes to a terminal, whoever put it together: lines, spaces and our colours pass, all else that would steer the
 * terminal or the reading direction is drawn as `printable` draws it. The last net: what quotes a recording is escapeControlChars before.
 */
export function terminalSafe(text: string): string {
  return text.replace(steering, (found) => (found.length > 2 ? found : escapeControlChars(found)));
}
