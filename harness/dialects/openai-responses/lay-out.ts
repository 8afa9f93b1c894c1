import type { Layout, Unit } from "../../kernel/layout.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { plainBlock } from "../lay-out-block.ts";
import { layOutMessages, layOutTools } from "../lay-out-list.ts";
import { ReusableLayout } from "../reusable-layout.ts";
import { NOT_PROMPT, scanBody } from "../scan-body.ts";
import { layOutItem } from "./lay-out-item.ts";
import { spelling } from "./spelling.ts";

const QUOTE = 0x22;

/**
 * Lays a Responses body out in cache order: tools (its own, then those that the first items of `input` bring), instructions,
 * input items. Developer and system items are items like any other.
 */
export function layOut(body: Buffer, like?: Layout): Layout {
  const known = ReusableLayout.of(like, "openai-responses");
  let tools: Unit[] = [];
  let itemTools: Unit[] = [];
  let system: Unit[] = [];
  let messages: Unit[] = [];
  const { superseded, parameters, automaticMark } = scanBody(body, (name, start) => {
    switch (name) {
      case "tools":
        return layOutTools(body, start, { pointer: "/tools", spelling, known }, (tools = []));
      case "instructions":
        return body[start] === QUOTE ? layOutInstructions(body, start, (system = [])) : NOT_PROMPT;
      case "input":
        [itemTools, messages] = [[], []];
        if (body[start] === QUOTE) return layOutText(body, start, messages);
        return layOutMessages(body, start, known, messages, (at, index) => {
          return layOutItem(body, at, index, known, { tools: itemTools, messages });
        });
      default:
        return NOT_PROMPT;
    }
  });
  const units = [...superseded, ...tools, ...itemTools, ...system, ...messages];
  return { dialect: "openai-responses", body, units, parameters, automaticMark };
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
    { unit: "envelope", segment: "messages", pointer: "/input", span, members: [], role: "user", message: 0 },
    plainBlock({ segment: "messages", pointer: "/input", message: 0 }, start, span.end, "text"),
  );
  return span.end;
}
