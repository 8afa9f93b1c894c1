import type { WireFormat } from "../wire/wire-format.ts";

/**
 * Where turns of the user begin: elements with a text or media of the user's own. Not results of tools, alone or with a text
 * beside them, and not reminders, which a client puts in on its own (other-forks.md A.4).
 */
export function userTurns(format: WireFormat, history: readonly Buffer[]): readonly number[] {
  return history.flatMap((element, index) => {
    const { role, results, texts, hasMedia } = format.view(element);
    const speaks = hasMedia || texts.some((text) => text.trim() !== "" && !isReminder(text));
    return role === "user" && results.length === 0 && speaks ? [index] : [];
  });
}

/** A text that is nothing but a tagged block which a client adds: a reminder, its environment, its instructions. */
function isReminder(text: string): boolean {
  const tag = /^\s*<(system-reminder|environment_context|user_instructions|permissions instructions)>/.exec(text)?.[1];
  return tag !== undefined && text.trimEnd().endsWith(`</${tag}>`);
}
