import type { Block, Layout, Parameter, Unit } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { plainBlock } from "../shared/layout/layout-block.ts";
import { layoutBody } from "../shared/layout/layout-body.ts";
import { layoutEnvelope, NOT_CONTENT } from "../shared/layout/layout-envelope.ts";
import { layoutMessages } from "../shared/layout/layout-list.ts";
import type { ReusableLayout } from "../shared/layout/reusable-layout.ts";
import { NOT_PROMPT } from "../shared/layout/scan-body.ts";
import { layoutMarkedList } from "./lay-out-marked-list.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** Lays a Converse body out in cache order: tools, system, messages (harness/providers/FACTS.md#bedrock). */
export function parseLayout(body: Buffer, like?: Layout): Layout {
  return layoutBody("bedrock-converse", { body, like }, (name, start, parts, known) => {
    switch (name) {
      case "toolConfig":
        if (body[start] !== OPEN_BRACE) return NOT_PROMPT;
        return layoutToolConfig(body, start, known, (parts.tools = []), (parts.settings = []));
      case "system":
        return layoutHead(body, start, "system", known, "/system", (parts.system = []));
      case "messages":
        return layoutMessages(body, start, { pointer: "/messages", known }, (parts.messages = []), (at, index, into) =>
          layoutMessage(body, at, index, into),
        );
      default:
        return NOT_PROMPT;
    }
  });
}

/**
 * The list of tools is prompt; its sibling (the choice) is a parameter, named by its path. Of a list that is written twice the
 * last counts; the first is not a tool and must not be overlooked.
 */
function layoutToolConfig(
  body: Buffer,
  start: number,
  known: ReusableLayout | null,
  tools: Unit[],
  settings: Parameter[],
): number {
  const pointer = "/toolConfig/tools";
  const superseded: Unit[] = [];
  let list: Span | null = null;
  return scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    if (stringIs(body, keyStart, keyEnd, "tools")) {
      const place = { segment: "tools", pointer, message: -1 } as const;
      if (list !== null) superseded.push(plainBlock(place, list.start, list.end, "other"));
      tools.splice(0, tools.length, ...superseded);
      const listEnd = layoutHead(body, valueStart, "tools", known, pointer, tools);
      list = { start: valueStart, end: listEnd };
      return listEnd;
    }
    const end = skipValue(body, valueStart);
    settings.push({ name: `toolConfig.${decodeString(body, keyStart, keyEnd)}`, value: { start: valueStart, end } });
    return end;
  });
}

/** The tools or the system prompt: those of a body that this one repeats from its first byte on, or laid out anew. */
function layoutHead(
  body: Buffer,
  start: number,
  segment: "tools" | "system",
  known: ReusableLayout | null,
  pointer: string,
  into: Unit[],
): number {
  const repeated = body[start] === OPEN_BRACKET ? (known?.takeList(pointer, body, start) ?? null) : null;
  const blocks: Block[] = [];
  const end = repeated?.end ?? layoutMarkedList(body, start, { segment, pointer, message: -1 }, blocks);
  for (const unit of repeated?.units ?? blocks) into.push(unit);
  return end;
}

function layoutMessage(body: Buffer, start: number, message: number, into: Unit[]): number {
  const pointer = `/messages/${message}`;
  const blocks: Block[] = [];
  const envelope = layoutEnvelope(body, start, { pointer, message }, (keyStart, keyEnd, valueStart) => {
    if (body[valueStart] !== OPEN_BRACKET || !stringIs(body, keyStart, keyEnd, "content")) return NOT_CONTENT;
    blocks.length = 0;
    return layoutMarkedList(body, valueStart, { segment: "messages", pointer: `${pointer}/content`, message }, blocks);
  });
  into.push(envelope);
  for (const block of blocks) into.push(block);
  return envelope.span.end;
}
