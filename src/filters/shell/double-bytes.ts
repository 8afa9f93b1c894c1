/**
 * A character behind one outside ASCII that would lose its meaning in Shift JIS, Big5 or GBK: there the last byte of UTF-8 and this character
 * may be one character, so that a quote, a pipe or a part of a sed script ends elsewhere.
 */
export const doubleByte: RegExp = /\P{ASCII}[\\|{}~^[\]\x60]/u;
