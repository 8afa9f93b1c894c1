/** At most eight pieces, without splitting a character. */
export function cutText(text: string): readonly string[] {
  const size = Math.max(16, Math.ceil(text.length / 8));
  const pieces: string[] = [];
  for (let start = 0; start < text.length;) {
    let end = Math.min(text.length, start + size);
    if (isHighSurrogate(text.charCodeAt(end - 1)) && end < text.length) end += 1;
    pieces.push(text.slice(start, end));
    start = end;
  }
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}
