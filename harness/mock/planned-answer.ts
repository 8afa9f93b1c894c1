import { callPart, textPart, thoughtParts, type WrittenPart } from "../cache-model/prompt/written-parts.ts";
import type { PlannedAnswer } from "./state/mocked-caches.ts";
import { outputTokens, reasoningTokens } from "./output-tokens.ts";
import type { ScriptedBlock, Step } from "./script/script.ts";

/** A scripted answer as it joins the cached prompt where a provider keeps it; one that never comes whole does not. */
export function plannedAnswer({ reply, cutAfterEvents }: Step): PlannedAnswer {
  if (reply.kind !== "message" || cutAfterEvents !== null) return { outputTokens: null };
  return {
    outputTokens: outputTokens(reply),
    thoughtTokens: reasoningTokens(reply),
    written: reply.content.flatMap(writtenIn),
  };
}

function writtenIn(block: ScriptedBlock): readonly WrittenPart[] {
  switch (block.type) {
    case "thinking":
      return thoughtParts(block.text);
    case "text":
      return [textPart(block.text)];
    case "call":
      return [callPart(block.tool, block.input)];
  }
}
