import type { DialectName } from "../kernel/layout.ts";
import { anthropicMessages } from "./anthropic-messages/wire.ts";
import { bedrockConverse } from "./bedrock-converse/wire.ts";
import { geminiGenerate } from "./gemini-generate/wire.ts";
import { openaiChat } from "./openai-chat/wire.ts";
import { openaiResponses } from "./openai-responses/wire.ts";
import type { Wire } from "./wire.ts";

/** Every wire format: the judge reads them, and the mocked provider loads how it speaks them. No request is recognised by two. */
export const wires: readonly Wire[] = [anthropicMessages, openaiChat, openaiResponses, geminiGenerate, bedrockConverse];

/** @throws Error for a name that is not in the list: names come from the list, so the caller made it up */
export function wireNamed(name: DialectName): Wire {
  const wire = byName.get(name);
  if (wire === undefined) throw new Error(`no wire format in harness/wires/list.ts is called ${name}`);
  return wire;
}

const byName: ReadonlyMap<DialectName, Wire> = new Map(wires.map((wire) => [wire.name, wire]));
