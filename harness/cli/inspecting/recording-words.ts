import { shellWord } from "../../init/shell-word.ts";
import type { CommandWords } from "../../report/render-incidents.ts";

/** How a command line names a recording that was just written, and two of its exchanges. */
export function recordingWords(folder: string): CommandWords {
  const source = shellWord(folder);
  const judge: CommandWords["judge"] = (parent, child) =>
    `forkproof judge ${source} --parent ${shellWord(parent)} --child ${shellWord(child)}`;
  return { source, judge };
}
