import { type BlockChange, type Change, changesOf, type MessagePair } from "../../changes/change.ts";
import { isResultMessage } from "../../changes/result-message.ts";
import { otherTextForm } from "../../changes/text-forms.ts";
import { type JsonObject, isJsonObject, sameValue } from "../../reading/json-value.ts";
import type { ReadBlock } from "../../reading/read-block.ts";
import type { Rule } from "../../rule.ts";
import type { ReadMessage } from "../../reading/read-messages.ts";
import { pluralize } from "../../../kernel/text/format-count.ts";
import { isSameJoined } from "../../text/is-same-joined.ts";

export const contentShape: Rule = {
  code: "CB408",
  slug: "content-shape",
  segment: "messages",
  severity: "medium",
  weight: "cause",
  before: ["CB409"],
  providerReason: "messages_changed",
  title: "The same text is cut into other parts",
  when: "The text of a message or of a tool result is the same in other parts, or neighbours of one role hold the same content in more or fewer messages. A string against one text block is a note, and a cause if the model tells them apart and the parent had stored the text.",
  why: "Content blocks are hashed one by one. The same words joined, split or wrapped in another way are another prefix; newer models tell even a string from one text block.",
  fix: "Keep each message in the form in which it was first sent, also through resume and storage.",
  example: {
    parent: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"Read add.js. "},{"type":"text","text":"Then index.js."}]}]}`,
    broken: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"Read add.js. Then index.js."}]},{"role":"user","content":"go"}]}`,
    fixed: `{"model":"m","messages":[{"role":"user","content":[{"type":"text","text":"Read add.js. "},{"type":"text","text":"Then index.js."}]},{"role":"user","content":"go"}]}`,
  },
  detect({ changes }) {
    const pairs = new Map<MessagePair, boolean>();
    const recut = changesOf(changes, "message", "recut");
    const resplit = changes.filter((change): change is BlockChange => {
      if (change.of !== "block") return false;
      const isCut = pairs.get(change.within) ?? isResplit(change.within);
      pairs.set(change.within, isCut);
      return isCut || isResplitResult(change);
    });
    const messages = new Set(resplit.map(({ within }) => within)).size;
    const texts = `the text of ${pluralize(messages, "message")} is equal and cut into other parts`;
    const observed = [...(recut.length > 0 ? [describe(recut)] : []), ...(messages > 0 ? [texts] : [])].join("; ");
    return { explains: [...recut, ...resplit], observed };
  },
  beside(evidence) {
    return otherTextForm(evidence, "messages");
  },
};

type Recut = Extract<Change, { readonly is: "recut" }>;

function describe(recut: readonly Recut[]): string {
  const before = recut.reduce((sum, each) => sum + each.before.length, 0);
  const after = recut.reduce((sum, each) => sum + each.after.length, 0);
  return `the content of ${pluralize(before, "message")} is equal and cut into ${after}`;
}

/** The text is in other parts, and all other content is unchanged. */
function isResplit({ parent, child }: MessagePair): boolean {
  if (!isCutOtherwise(textsOf(parent), textsOf(child))) return false;
  const rest = (message: ReadMessage): string =>
    message.blocks.map((block) => (isText(message, block) ? "" : block.key)).join("");
  return rest(parent) === rest(child);
}

/** As many parts must hold the same text to the byte; others may meet with white space between them. */
function isCutOtherwise(texts: readonly string[], others: readonly string[]): boolean {
  if (texts.length !== others.length) return isSameJoined(texts, others);
  return texts.some((text, index) => text !== others[index]) && texts.join("") === others.join("");
}

function textsOf(message: ReadMessage): readonly string[] {
  return message.blocks.flatMap((block) => (isText(message, block) ? [block.text ?? ""] : []));
}

function isText(message: ReadMessage, { kind, text }: ReadBlock): boolean {
  return kind === "text" || (kind === "tool-result" && text !== null && isResultMessage(message));
}

/** A tool result whose own content is cut otherwise. */
function isResplitResult(change: Change): boolean {
  if (change.of !== "block" || change.is !== "edited" || change.parent.kind !== "tool-result") return false;
  const [before, after] = [contentOf(change.parent.value), contentOf(change.child.value)];
  const [texts, others] = [partsOf(before), partsOf(after)];
  if (texts === null || others === null || !isCutOtherwise(texts, others)) return false;
  const emptied = { content: null, output: null };
  return sameValue({ ...before, ...emptied }, { ...after, ...emptied });
}

/** Bedrock wraps a result. */
function contentOf(value: JsonObject): JsonObject {
  const { toolResult } = value;
  return isJsonObject(toolResult) ? toolResult : value;
}

/** The output of a tool, by its names in Anthropic's format and in Responses. */
function partsOf({ content: said, output }: JsonObject): readonly string[] | null {
  const content = said ?? output;
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return null;
  const texts = content.map((part: unknown) => (isJsonObject(part) ? part["text"] : null));
  return texts.every((text) => typeof text === "string") ? texts : null;
}
