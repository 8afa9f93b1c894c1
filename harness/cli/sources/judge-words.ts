import { shellWord } from "../../init/shell-word.ts";
import type { OpenedSources } from "../../sources/open-sources.ts";

/** The command that judges two exchanges: of their own file if both lie in one, otherwise of all that was read. */
export function judgeWords(
  paths: readonly string[],
  { originOf }: Pick<OpenedSources, "originOf">,
): (parent: string, child: string) => string {
  return (parent, child) => {
    const [old, now] = [originOf(parent), originOf(child)];
    const isOne = old !== null && now !== null && old.path === now.path;
    const sources = isOne ? [old.path] : paths;
    const ids = isOne ? [old.id, now.id] : [parent, child];
    // Standard input can be read once: the reader has to give it again.
    const input = sources.includes("-") ? " < FILE" : "";
    return `forkproof judge ${sources.map(shellWord).join(" ")} --parent ${shellWord(ids[0] ?? "")} --child ${shellWord(ids[1] ?? "")}${input}`;
  };
}
