import type { ToolFilter } from "./tool-filter.ts";
import { decideCall, deny } from "./tools/decide-call.ts";
import { type SharedOptions, sharedRules } from "./tools/shared-options.ts";
import { listNames } from "./tools/vocabulary.ts";

export type ReadOnlyOptions = SharedOptions;

/**
 * Lets a fork look and change nothing: reading tools, and shell commands that provably only read.
 *
 * @throws TypeError for an unknown option: a misspelled `readRoots` would let it read anywhere
 */
export function readOnlyFilter(options: ReadOnlyOptions = {}): ToolFilter {
  const shared = sharedRules("readOnlyFilter", options, []);
  const allowed =
    `${listNames(shared.vocabulary, ["FileRead", "Glob", "Grep"])} and read-only commands by ` +
    `${listNames(shared.vocabulary, ["Bash"])} may.`;
  const rules = {
    ...shared,
    isGated: () => false,
    decideWrite: ({ wire }: { readonly wire: string }) =>
      deny("tool.not-listed", `${wire} may not run here: nothing may be written. ${allowed}`),
    allowed,
  };
  return { name: "read-only", decide: (call) => decideCall(rules, call) };
}
