const unprintable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/**
 * Text from a recording, made safe and visible on one line of a terminal. A raw line break becomes its control picture
 * (`␊`, never `\n`, which is what an escape in a body looks like); whatever cannot be seen, or would steer the terminal
 * or the reading direction, becomes `<U+202E>`. A no-break space where a space was is then a difference one can see.
 */
export function escapeControlChars(text: string): string {
  return text.replace(unprintable, picture);
}

function picture(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
}
