import type { ForkTask } from "./strategy.ts";

/** The report of a clone. Only `persist` is for its parent; `result` may be long and is only logged. */
export type CloneReport = { readonly result: string; readonly persist: string };

const resultMark = "===RESULT===";
const persistMark = "===PERSIST===";

/** The text that makes an agent the clone and defines its report. The variable part comes last. */
export function cloneContract({ directive, reminder }: ForkTask): string {
  return [
    "You are now a clone of the agent that made this call: same conversation, same tools, a task of its own.",
    "Nothing that you say reaches your parent or the user but the PERSIST part of your last message. Every tool may be used except the one that made you.",
    `Work until the task is done, then send one message of two parts. A line ${resultMark} and under it everything that you found or did, in full. A line ${persistMark} and under it at most 20 bullets: what your parent must still know when the rest is forgotten.`,
    ...(reminder === null ? [] : [reminder]),
    `Task: ${directive}`,
  ].join("\n\n");
}

/**
 * The parts of a clone's last message; the last mark of each name counts, since a clone may quote the contract. Null if
 * the PERSIST part is missing: the clone broke its contract, and its text is not safe to hand on.
 */
export function parseCloneReport(text: string): CloneReport | null {
  const persistAt = lastLine(text, persistMark);
  if (persistAt === null) return null;
  const before = text.slice(0, persistAt.start);
  const behind = text.slice(persistAt.end);
  // In either order of the parts, text after a RESULT mark is never handed on.
  const resultBehind = /^[ \t]*===RESULT===[ \t]*/m.exec(behind);
  const persist = behind.slice(0, resultBehind?.index).trim();
  if (resultBehind !== null)
    return { result: behind.slice(resultBehind.index + resultBehind[0].length).trim(), persist };
  return { result: before.slice(lastLine(before, resultMark)?.end ?? 0).trim(), persist };
}

/** The part of a clone's report that its parent gets: the PERSIST part, or a notice that it is missing. */
export function persistOnly(text: string): string {
  return parseCloneReport(text)?.persist ?? "The clone has ended without a PERSIST part: nothing is handed on.";
}

function lastLine(text: string, mark: string): { readonly start: number; readonly end: number } | null {
  const found = [...text.matchAll(new RegExp(`^[ \\t]*${mark}[ \\t]*$`, "gm"))].at(-1);
  return found === undefined ? null : { start: found.index, end: found.index + found[0].length };
}
