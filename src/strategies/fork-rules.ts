/** Marks the rules of a fork, for the recursion check that looks for it (`refuseTag`). */
export const forkTag = "<fork-rules>";

/**
 * The rules for a fork. They are the same for all forks, so that siblings share them. The contract can be checked:
 * the reply begins with `Scope:`, stays under 500 words, and no turn with tool calls holds text.
 */
const rules = `${forkTag}
You are a fork of the agent above: you see its whole conversation, and from here on you work alone on one task.
1. Do the task yourself with the tools at hand. Start no other agent.
2. Nobody can answer you. Where something is missing, name it under Issues and stop.
3. Call tools without saying so. Speak once, at the end.
4. If you change files, list each one and how you checked it. Commit only if you are told to.
5. Keep to the task; give what you notice beside it one sentence.
6. Use fewer than 500 words unless you are told otherwise.
Begin the reply with "Scope:" and the task in one line, then give as they apply:
Result, Key files, Files changed, Verification, Issues. State facts, then stop.
</fork-rules>`;

/** The rules with a directive behind them. The variable part comes last. */
export function withForkRules(directive: string): string {
  return `${rules}\n\nDirective: ${directive}`;
}
