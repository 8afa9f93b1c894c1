import type { Layout, Unit } from "../../kernel/layout.ts";
import { scanElements } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { layoutBlock, layoutUnknownBlock, plainBlock } from "../shared/layout/layout-block.ts";
import { layoutBody } from "../shared/layout/layout-body.ts";
import { layoutMessages, layoutTools } from "../shared/layout/layout-list.ts";
import type { ReusableLayout } from "../shared/layout/reusable-layout.ts";
import { NOT_PROMPT } from "../shared/layout/scan-body.ts";
import { layoutMessage } from "./lay-out-message.ts";
import { spelling } from "./spelling.ts";

const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/**
 * Lays a Messages body out in Anthropic's cache order: tools, system, messages (harness/providers/FACTS.md#anthropic-prefix), whatever order
 * the body writes them in.
 */
export function parseLayout(body: Buffer, like?: Layout): Layout {
  return layoutBody("anthropic-messages", { body, like }, (name, start, parts, known) => {
    switch (name) {
      case "tools":
        return layoutTools(body, start, { pointer: "/tools", spelling, known }, (parts.tools = []));
      case "system":
        return layoutSystem(body, start, known, (parts.system = []));
      case "messages":
        return layoutMessages(body, start, { pointer: "/messages", known }, (parts.messages = []), (at, index, into) =>
          layoutMessage(body, at, index, into),
        );
      default:
        return NOT_PROMPT;
    }
  });
}

/** A string is one block. */
function layoutSystem(body: Buffer, start: number, known: ReusableLayout | null, into: Unit[]): number {
  const place = { segment: "system", pointer: "/system", message: -1 } as const;
  if (body[start] === OPEN_BRACKET) {
    const repeated = known?.takeList(place.pointer, body, start) ?? null;
    if (repeated !== null) {
      into.push(...repeated.units);
      return repeated.end;
    }
    return scanElements(body, start, (index, at) => {
      const pointer = `/system/${index}`;
      const block = known?.takeBlock(pointer, body, at) ?? layoutBlock(body, at, { ...place, pointer }, spelling);
      into.push(block);
      return block.span.end;
    });
  }
  if (body[start] !== QUOTE) return layoutUnknownBlock(body, start, place, into);
  const end = skipValue(body, start);
  into.push(plainBlock(place, start, end, "text"));
  return end;
}
