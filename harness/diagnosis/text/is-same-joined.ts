/** Whether two lists of texts say the same when joined: end to end, or but for white space where they meet. */
export function isSameJoined(left: readonly string[], right: readonly string[]): boolean {
  return left.join("") === right.join("") || collapsed(left) === collapsed(right);
}

function collapsed(texts: readonly string[]): string {
  return texts.join(" ").replaceAll(/\s+/g, " ").trim();
}
