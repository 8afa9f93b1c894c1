import type { Layout, Unit } from "../../kernel/layout.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { plainBlock } from "../shared/layout/layout-block.ts";
import { layoutBody } from "../shared/layout/layout-body.ts";
import { layoutMessages, layoutTools } from "../shared/layout/layout-list.ts";
import { NOT_PROMPT } from "../shared/layout/scan-body.ts";
import { layoutItem } from "./lay-out-item.ts";
import { spelling } from "./spelling.ts";

const QUOTE = 0x22;

/**
 * Lays a Responses body out in cache order: tools (its own, then those that the first items of `input` bring), instructions,
 * the system and developer items that `input` begins with, the other items.
 */
export function parseLayout(body: Buffer, like?: Layout): Layout {
  return layoutBody("openai-responses", { body, like }, (name, start, parts, known) => {
    switch (name) {
      case "tools":
        return layoutTools(body, start, { pointer: "/tools", spelling, known }, (parts.tools = []));
      case "instructions":
        return body[start] === QUOTE ? layoutInstructions(body, start, (parts.system = [])) : NOT_PROMPT;
      case "input": {
        const into: Record<"tools" | "system" | "messages", Unit[]> = {
          tools: (parts.itemTools = []),
          system: (parts.itemSystem = []),
          messages: (parts.messages = []),
        };
        if (body[start] === QUOTE) return layoutText(body, start, into.messages);
        const list = { pointer: "/input", known, system: into.system };
        return layoutMessages(body, start, list, into.messages, (at, index) => {
          return layoutItem(body, at, index, known, into);
        });
      }
      default:
        return NOT_PROMPT;
    }
  });
}

function layoutInstructions(body: Buffer, start: number, into: Unit[]): number {
  const end = skipValue(body, start);
  into.push(plainBlock({ segment: "system", pointer: "/instructions", message: -1 }, start, end, "text"));
  return end;
}

/** `input` as a plain string: the user's text, without a role. */
function layoutText(body: Buffer, start: number, into: Unit[]): number {
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
