import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import { isJsonObject, parseJsonObject, type JsonObject } from "../wire/json-object.ts";
import { joinElements } from "../wire/join-elements.ts";
import { readElements } from "../wire/read-elements.ts";
import { historyOf, pointerTo, textsOf, userMessage } from "./seed-parts.ts";
import type { ForkSeed, ForkTask, Strategy } from "./strategy.ts";

/**
 * The parent's history without the traces of its work: what was told and what was concluded stay, how it was found out goes (Codex,
 * FullHistory; other-forks.md B.2). The start-up context stays where it was, so that the fork continues the same baseline.
 * Shares the prefix up to the first item that is left out, in practice the parent's first reasoning or call.
 */
export const sanitizedHistory: Strategy = {
  name: "sanitized-history",
  wires: ["openai-responses"],
  expectedSharedEnd: "first-left-out",
  seed: seedSanitized,
};

function seedSanitized(parent: CacheSafeParams, task: ForkTask): ForkSeed {
  const history = historyOf(parent);
  const kept = history.map((item) => keepsItem(parseJsonObject(item.toString("utf8"))));
  const firstLeftOut = kept.indexOf(false);
  return {
    history: firstLeftOut === -1 ? null : history.filter((_, index) => kept[index]),
    members: {},
    answer: sanitizedAnswer(parent.continuation.answer),
    // The open calls are left out with all others: there is nothing to answer.
    messages: [userMessage(parent, [], textsOf(task))],
    sharedEnd: firstLeftOut === -1 ? null : pointerTo(parent, firstLeftOut),
    note: null,
  };
}

function sanitizedAnswer(answer: Buffer | null): Buffer | null {
  if (answer === null) return null;
  const array = Buffer.concat([Buffer.from("["), answer, Buffer.from("]")]);
  const kept = readElements(array, 0)
    .map(({ start, end }) => array.subarray(start, end))
    .filter((item) => keepsItem(parseJsonObject(item.toString("utf8"))));
  return kept.length === 0 ? null : joinElements(kept);
}

/**
 * Whether an item of the Responses format is inherited: messages of system, developer and user, and of the assistant those of
 * phase `final_answer`. Commentary, messages without a phase, reasoning, calls and outputs are not, nor is a type that is
 * not known.
 */
export function keepsItem(item: JsonObject | null): boolean {
  if (!isJsonObject(item) || (item["type"] ?? "message") !== "message") return false;
  switch (item["role"]) {
    case "system":
    case "developer":
    case "user":
      return true;
    case "assistant":
      return item["phase"] === "final_answer";
    default:
      return false;
  }
}
