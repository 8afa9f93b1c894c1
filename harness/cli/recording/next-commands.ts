import { shellWord } from "../../init/shell-word.ts";

/** What a user may do next with a cassette, one command a line. */
export function nextCommands(folder: string, { hasPage = false }: { readonly hasPage?: boolean } = {}): string {
  const word = shellWord(folder);
  const scenario = `write a scenario of this: forkproof init --from ${word}\n`;
  return hasPage ? scenario : `${scenario}see it as a page: forkproof inspect ${word} --html report.html\n`;
}
