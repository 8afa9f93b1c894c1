import type { SequenceRequest } from "./sequence-rule.ts";

/** Writes the content of the user's message number `turn` in request number `at`, raw. */
type WriteContent = (at: number, turn: number) => string;

/**
 * A conversation of `count` requests on Anthropic's wire, each the one before it with an answer and a question more. `head`
 * writes the members before the messages.
 */
export function conversation(
  count: number,
  head: (at: number) => string,
  content: WriteContent = (_, turn) => `"question ${turn}"`,
): readonly SequenceRequest[] {
  return Array.from({ length: count }, (_, at) => {
    const messages = Array.from({ length: at + 1 }, (_each, turn) => {
      const answered = turn < at ? `,{"role":"assistant","content":"answer ${turn}"}` : "";
      return `{"role":"user","content":${content(at, turn)}}${answered}`;
    });
    return { body: `{"model":"m",${head(at)}"messages":[${messages.join(",")}]}` };
  });
}
