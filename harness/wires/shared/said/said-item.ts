/** Who speaks: a system prompt or a developer's message, the user (tools included), the model. */
export type Speaker = "system" | "user" | "model";

/**
 * One item of a conversation, in one spelling for every wire format and client. Differences that matter only to a cache are left
 * out: serialisation, breakpoints, a string or a block, item ids, thinking, white space between words.
 */
export type SaidItem =
  | { readonly kind: "text"; readonly text: string }
  | {
      readonly kind: "call";
      /** The provider's id of the call; null in a wire format without ids. */
      readonly id: string | null;
      readonly name: string;
      /** JSON with sorted members. */
      readonly input: string;
      /** The strings in it, as they were given. */
      readonly strings: readonly string[];
    }
  /** A tool's output; `callId` names the call, and `name` the tool if the wire format says it. */
  | { readonly kind: "result"; readonly callId: string | null; readonly name: string | null; readonly text: string }
  | { readonly kind: "other"; readonly value: string };

/** A call by its id, or by its tool on a wire whose calls have no ids: results name the call so too. */
export function callName({ id, name }: { readonly id: string | null; readonly name: string | null }): string {
  return id ?? `tool ${name ?? ""}`;
}

/** An item without the ids of its calls: a client may name them anew. */
export function wordsOf(item: SaidItem): string {
  switch (item.kind) {
    case "text":
    case "result":
      return `${item.kind} ${item.text}`;
    case "call":
      return `call ${item.name} ${item.input}`;
    case "other":
      return `other ${item.value}`;
  }
}

/** One spelling for a text, however it was wrapped or trimmed. */
export function plainText(text: string): string {
  // Most white space is the one space between two words, which stays as it is.
  return text.replaceAll(/[^\S ]\s*| \s+/g, " ").trim();
}
