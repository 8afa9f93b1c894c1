import type { WireFormat } from "../wire/wire-format.ts";

/**
 * Where the last `count` turns of the user begin, fewer where there are no more. Turns are elements with a text or media of
 * the user's own. Not results of tools, alone or with a text beside them, and not reminders, which a client puts in on its
 * own (src/FORK-SYSTEMS.md#history-of-qwen-code). Reads no further back than it must.
 */
export function lastUserTurns(format: WireFormat, history: readonly Buffer[], count: number): readonly number[] {
  const turns: number[] = [];
  for (let index = history.length - 1; index >= 0 && turns.length < count; index -= 1) {
    const element = history[index];
    if (element !== undefined && isUserTurn(format, element)) turns.unshift(index);
  }
  return turns;
}

function isUserTurn(format: WireFormat, element: Buffer): boolean {
  const { role, results, texts, hasMedia } = format.view(element);
  const speaks = hasMedia || texts.some((text) => text.trim() !== "" && !isReminder(text));
  return role === "user" && results.length === 0 && speaks;
}

/** A text that is nothing but a tagged block which a client adds: a reminder, its environment, its instructions. */
function isReminder(text: string): boolean {
  const tag = /^\s*<(system-reminder|environment_context|user_instructions|permissions instructions)>/.exec(text)?.[1];
  return tag !== undefined && text.trimEnd().endsWith(`</${tag}>`);
}
