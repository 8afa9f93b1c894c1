import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import { isJsonObject, parseJsonObject, type JsonObject } from "../wire/json-object.ts";
import { joinElements } from "../wire/join-elements.ts";
import { readElements } from "../wire/read-elements.ts";
import { historyOf, pointerTo, textsOf, userMessage } from "./seed-parts.ts";
import type { ForkSeed, ForkTask, Strategy } from "./strategy.ts";

/**
 * The parent's history without the traces of its work: what was told and what was concluded stay, how it was found out goes
 * (src/FORK-SYSTEMS.md#history-of-codex). The start-up context stays where it was, so that the fork continues the same baseline.
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
    note: phaseNote(parent),
  };
}

/** Only newer clients of OpenAI write a phase: what nobody marked as a conclusion is left out, and that is worth a word. */
function phaseNote(parent: CacheSafeParams): string | null {
  const answer = elementsOf(parent.continuation.answer).filter(hasNoPhase).length;
  const count = historyOf(parent).filter(hasNoPhase).length + answer;
  if (count === 0) return null;
  const messages = count === 1 ? "1 message of the parent" : `${count} messages of the parent`;
  return `${messages} without a phase ${count === 1 ? "is" : "are"} left out${answer === 0 ? "" : ", its last answer among them"}: of the assistant's messages only those of phase final_answer are inherited. Use pass-through for a client that writes no phases.`;
}

function hasNoPhase(raw: Buffer): boolean {
  const { type = "message", role, phase } = parseJsonObject(raw.toString("utf8")) ?? {};
  return type === "message" && role === "assistant" && (phase === undefined || phase === null);
}

function sanitizedAnswer(answer: Buffer | null): Buffer | null {
  const kept = elementsOf(answer).filter((item) => keepsItem(parseJsonObject(item.toString("utf8"))));
  return kept.length === 0 ? null : joinElements(kept);
}

function elementsOf(answer: Buffer | null): readonly Buffer[] {
  if (answer === null) return [];
  const array = Buffer.concat([Buffer.from("["), answer, Buffer.from("]")]);
  return readElements(array, 0).map(({ start, end }) => array.subarray(start, end));
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
