import { shellWord } from "../../init/shell-word.ts";

/** What a user may do next with a cassette, one command a line. */
export function nextCommands(folder: string): string {
  const word = shellWord(folder);
  return `write a scenario of this: forkproof init --from ${word}\nsee it as a page: forkproof inspect ${word} --html report.html\n`;
}
