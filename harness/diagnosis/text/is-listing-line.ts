/** Lines that a program lists: a tree, `git status`, `git log --oneline`, `ls -l`, names of files, a branch. */
const LISTED: readonly RegExp[] = [
  /^\s*(?:[│├└─|]|[`+\\|]--)/,
  /^\s*[ MADRCU?!]{1,2}\s+\S+$/,
  /^\s*[0-9a-f]{7,40}\s/,
  /^[-dlbcps][rwxsStT-]{9}/,
  /^\s*(?:[-*•]\s+)?\/?[\w.@~+-]*[\w@~+-](?:[/\\][\w.@+-]*|\.\w{1,8})[\w.@+/\\-]*\s*$/,
  /^\s*(?:\(clean\)|nothing (?:added )?to commit.*|no changes added to commit.*|(?:on|current)? ?branch:? .*)$/i,
  /^\s*(?:changes (?:not staged for commit|to be committed)|untracked files|unmerged paths):\s*$/i,
  /^\s*(?:modified|new file|deleted|renamed|copied|typechange|(?:both|(?:added|deleted) by) \w+):\s+\S/,
  /^\s*\((?:use|commit or discard) .*\)$|^your branch (?:is|and) /i,
];

export function isListingLine(line: string): boolean {
  return LISTED.some((form) => form.test(line));
}
