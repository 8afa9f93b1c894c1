import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import type { Fields } from "../wire/fields.ts";
import { findPath } from "../wire/raw-member.ts";
import type { WireName } from "../wire/wire-format.ts";
import { withForkRules } from "./fork-rules.ts";
import { placeholderResults } from "./placeholder-results.ts";
import { everyWire, formatOf, historyOf, pointerTo, textsOf, userMessage } from "./seed-parts.ts";
import type { ForkSeed, ForkTask, Strategy } from "./strategy.ts";

/**
 * The three cases of Qwen Code's implicit fork. The history ends with
 *
 * - text of the model: unchanged, then the directive
 * - calls of the model: placeholder results and the directive, an acknowledgement, a word to begin
 * - a text of the user: that text is dropped, then the directive
 *
 * A history that ends with results of tools keeps them: without them their calls would stand open.
 */
export const qwenHistory: Strategy = {
  name: "qwen-history",
  wires: everyWire,
  expectedSharedEnd: "last-turn",
  seed: (parent, task) => (hasSystem(parent) ? seedCases(parent, task) : withoutSnapshot(parent, task)),
};

/** Gemini keeps the system prompt of a stored content there, and refuses a second one (API reference, "cachedContent"). */
function hasSystem({ system, wire, body }: CacheSafeParams): boolean {
  return (
    system.length > 0 || (wire === "gemini-generate" && findPath(body.bytes, body.object, ["cachedContent"]) !== null)
  );
}

const inFlight = placeholderResults({ acknowledge: true });

function seedCases(parent: CacheSafeParams, task: ForkTask): ForkSeed {
  if (parent.continuation.openCalls.length > 0) return inFlight.seed(parent, task);
  const format = formatOf(parent);
  const history = historyOf(parent);
  const { answer } = parent.continuation;
  const messages = [userMessage(parent, [], textsOf({ ...task, directive: withForkRules(task.directive) }))];
  const kept = { members: {}, answer, messages, note: null };
  const last = history.at(-1);
  const view = last === undefined || answer !== null ? null : format.view(last);
  if (view?.role !== "user" || view.results.length > 0) return { ...kept, history: null, sharedEnd: null };
  return { ...kept, history: history.slice(0, -1), sharedEnd: pointerTo(parent, history.length - 1) };
}

/** Said to a fork whose parent has no system prompt to inherit. */
export const fallbackSystem = "You are an agent that carries out one task with the tools given and reports the result.";

/** A parent that has sent no system prompt yet, before its first turn: the fork works with one of our own and shares nothing. */
function withoutSnapshot(parent: CacheSafeParams, task: ForkTask): ForkSeed {
  const seed = seedCases(parent, task);
  const note =
    "The parent has no system prompt to share: the fork runs on a fallback prompt and cannot use the parent's cache.";
  const text = JSON.stringify(fallbackSystem);
  const members = fallbackMembers(parent.wire, text);
  if (members !== null) return { ...seed, members, sharedEnd: pointerTo(parent, 0), note };
  const history = [Buffer.from(`{"role":"system","content":${text}}`), ...(seed.history ?? historyOf(parent))];
  return { ...seed, history, sharedEnd: pointerTo(parent, 0), note };
}

/** The member that holds a system prompt; null on Chat, where it is the first message. */
function fallbackMembers(wire: WireName, text: string): Fields | null {
  switch (wire) {
    case "gemini-generate":
      return { systemInstruction: `{"parts":[{"text":${text}}]}` };
    case "anthropic-messages":
      return { system: text };
    case "openai-responses":
      return { instructions: text };
    case "openai-chat":
      return null;
  }
}
