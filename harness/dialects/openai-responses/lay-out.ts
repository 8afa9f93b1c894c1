import type { Layout, Unit } from "../../kernel/layout.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { plainBlock } from "../layout/lay-out-block.ts";
import { layOutBody } from "../layout/lay-out-body.ts";
import { layOutMessages, layOutTools } from "../layout/lay-out-list.ts";
import { NOT_PROMPT } from "../layout/scan-body.ts";
import { layOutItem } from "./lay-out-item.ts";
import { spelling } from "./spelling.ts";

const QUOTE = 0x22;

/**
 * Lays a Responses body out in cache order: tools (its own, then those that the first items of `input` bring), instructions,
 * the system and developer items that `input` begins with, the other items.
 */
export function layOut(body: Buffer, like?: Layout): Layout {
  return layOutBody("openai-responses", { body, like }, (name, start, parts, known) => {
    switch (name) {
      case "tools":
        return layOutTools(body, start, { pointer: "/tools", spelling, known }, (parts.tools = []));
      case "instructions":
        return body[start] === QUOTE ? layOutInstructions(body, start, (parts.system = [])) : NOT_PROMPT;
      case "input": {
        const into: Record<"tools" | "system" | "messages", Unit[]> = {
          tools: (parts.itemTools = []),
          system: (parts.itemSystem = []),
          messages: (parts.messages = []),
        };
        if (body[start] === QUOTE) return layOutText(body, start, into.messages);
        const list = { pointer: "/input", known, system: into.system };
        return layOutMessages(body, start, list, into.messages, (at, index) => {
          return layOutItem(body, at, index, known, into);
        });
      }
      default:
        return NOT_PROMPT;
    }
  });
}

function layOutInstructions(body: Buffer, start: number, into: Unit[]): number {
  const end = skipValue(body, start);
  into.push(plainBlock({ segment: "system", pointer: "/instructions", message: -1 }, start, end, "text"));
  return end;
}

/** `input` as a plain string: what the user says, without a role. */
function layOutText(body: Buffer, start: number, into: Unit[]): number {
  const span = { start, end: skipValue(body, start) };
  into.push(
    {
      unit: "envelope",
      segment: "messages",
      pointer: "/input",
      span,
      members: [],
      bearers: [],
      role: "user",
      message: 0,
    },
    plainBlock({ segment: "messages", pointer: "/input", message: 0 }, start, span.end, "text"),
  );
  return span.end;
}
