import type { Layout, Unit } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { layOutEnvelope, NOT_CONTENT } from "../lay-out-envelope.ts";
import { layOutMessages } from "../lay-out-list.ts";
import { ReusableLayout } from "../reusable-layout.ts";
import { rideOnFirst } from "../ride-on-first.ts";
import { NOT_PROMPT, scanBody } from "../scan-body.ts";
import { layOutParts } from "./lay-out-parts.ts";
import { layOutTools } from "./lay-out-tools.ts";

/**
 * Lays a generateContent body out in cache order: tools, system instruction, contents. Protocol buffers' JSON takes a name in
 * either of its spellings, so both are known; a pointer says what the body says.
 */
export function layOut(body: Buffer, like?: Layout): Layout {
  const known = ReusableLayout.of(like, "gemini-generate");
  let tools: Unit[] = [];
  let system: Unit[] = [];
  let frame: readonly Span[] = [];
  let messages: Unit[] = [];
  const { superseded, parameters, automaticMark } = scanBody(body, (name, start) => {
    switch (name) {
      case "tools":
        return layOutTools(body, start, known, (tools = []));
      case "systemInstruction":
      case "system_instruction": {
        const instruction = layOutInstruction(body, start, `/${name}`, (system = []));
        frame = instruction.frame;
        return instruction.end;
      }
      case "contents":
        return layOutMessages(body, start, known, (messages = []), (at, index, into) => {
          return layOutContent(body, at, index, into);
        });
      default:
        return NOT_PROMPT;
    }
  });
  const units = [...superseded, ...tools, ...system, ...rideOnFirst(frame, messages)];
  return { dialect: "gemini-generate", body, units, parameters, automaticMark };
}

function layOutContent(body: Buffer, start: number, message: number, into: Unit[]): number {
  const pointer = `/contents/${message}`;
  const blocks: Unit[] = [];
  const envelope = layOutEnvelope(body, start, { pointer, message }, (keyStart, keyEnd, valueStart) => {
    if (!stringIs(body, keyStart, keyEnd, "parts")) return NOT_CONTENT;
    blocks.length = 0;
    return layOutParts(body, valueStart, { segment: "messages", pointer: `${pointer}/parts`, message }, blocks);
  });
  into.push(envelope, ...blocks);
  return envelope.span.end;
}

/** A content like those of the conversation: its parts are the system's blocks, its role their frame. */
function layOutInstruction(
  body: Buffer,
  start: number,
  pointer: string,
  into: Unit[],
): { readonly frame: readonly Span[]; readonly end: number } {
  const at = { pointer, message: -1 };
  const { members, span } = layOutEnvelope(body, start, at, (keyStart, keyEnd, valueStart) => {
    if (!stringIs(body, keyStart, keyEnd, "parts")) return NOT_CONTENT;
    into.length = 0;
    return layOutParts(body, valueStart, { segment: "system", pointer: `${pointer}/parts`, message: -1 }, into);
  });
  return { frame: members, end: span.end };
}
