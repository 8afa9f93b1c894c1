/** Zero columns: marks that combine with the letter before them, variation selectors, joiners. */
const invisible = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
/** Two columns (Unicode annex 11, wide and fullwidth), by script: JavaScript has no property for it. */
const wide =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u{3000}-\u{303e}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}]$/u;

/** Without these each character takes one column. */
const beyondLatin = /[\u0300-\uffff]/;

/** Columns that a text without control characters takes on a terminal. */
export function displayWidth(text: string): number {
  if (!beyondLatin.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The longest head of `text` that fits into `columns`. */
export function headWithin(text: string, columns: number): string {
  let width = 0;
  let length = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns) break;
    length += character.length;
  }
  return text.slice(0, length);
}

/** The longest tail of `text` that fits into `columns`. */
export function tailWithin(text: string, columns: number): string {
  let width = 0;
  let length = 0;
  for (const character of Array.from(text).reverse()) {
    width += characterWidth(character);
    if (width > columns) break;
    length += character.length;
  }
  return text.slice(text.length - length);
}

/** The text; its head where it does not fit into `columns`. */
export function cutAtEnd(text: string, columns: number): string {
  return displayWidth(text) <= columns ? text : `${headWithin(text, columns - 1).trimEnd()}…`;
}

/** The text; its head and its tail where it does not fit into `columns`. */
export function cutInMiddle(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  const head = headWithin(text, Math.ceil((columns - 1) / 2));
  return `${head}…${tailWithin(text, Math.floor((columns - 1) / 2))}`;
}

function characterWidth(character: string): number {
  if (character < "\u0300") return 1;
  if (invisible.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
