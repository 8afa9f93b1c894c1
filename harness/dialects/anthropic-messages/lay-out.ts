import type { Layout, Mark, Parameter, Unit } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanElements, scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { contentStart } from "../../wire-scan/validate-json.ts";
import { layOutBlock } from "./lay-out-block.ts";
import { layOutMessage } from "./lay-out-message.ts";
import { MarkReader } from "./mark-reader.ts";

const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/**
 * Lays a Messages body out in Anthropic's cache order: tools, system, messages (provider-caches.md 2.1), whatever order
 * the body writes them in. A member that is written twice counts where it stands last, as parsers read it.
 */
export function layOut(body: Buffer): Layout {
  let tools: readonly Unit[] = [];
  let system: readonly Unit[] = [];
  let messages: readonly Unit[] = [];
  let parameters: Parameter[] = [];
  let automaticMark: Mark | null = null;
  const marks = new MarkReader(body, "");

  scanMembers(body, skipWhiteSpace(body, contentStart(body)), (keyStart, keyEnd, valueStart) => {
    const name = decodeString(body, keyStart, keyEnd);
    const units: Unit[] = [];
    let valueEnd: number;
    switch (name) {
      case "tools":
        valueEnd = layOutTools(body, valueStart, units);
        tools = units;
        break;
      case "system":
        valueEnd = layOutSystem(body, valueStart, units);
        system = units;
        break;
      case "messages":
        valueEnd = layOutMessages(body, valueStart, units);
        messages = units;
        break;
      default:
        valueEnd = skipValue(body, valueStart);
        parameters = parameters.filter((parameter) => parameter.name !== name);
        parameters.push({ name, value: { start: valueStart, end: valueEnd } });
    }
    marks.see(name, keyStart, valueStart, valueEnd);
    return valueEnd;
  });

  automaticMark = marks.done()[0] ?? null;
  return {
    dialect: "anthropic-messages",
    body,
    units: [...tools, ...system, ...messages],
    parameters,
    automaticMark,
  };
}

function layOutTools(body: Buffer, start: number, into: Unit[]): number {
  if (body[start] !== OPEN_BRACKET) return skipValue(body, start);
  return scanElements(body, start, (index, at) => {
    const block = layOutBlock(body, at, { segment: "tools", pointer: `/tools/${index}`, message: -1 });
    into.push(block);
    return block.span.end;
  });
}

function layOutSystem(body: Buffer, start: number, into: Unit[]): number {
  if (body[start] === QUOTE) {
    const end = skipValue(body, start);
    const span = { start, end };
    into.push({
      unit: "block",
      segment: "system",
      pointer: "/system",
      span,
      kind: "text",
      message: -1,
      marks: [],
      deferred: false,
    });
    return end;
  }
  if (body[start] !== OPEN_BRACKET) return skipValue(body, start);
  return scanElements(body, start, (index, at) => {
    const block = layOutBlock(body, at, { segment: "system", pointer: `/system/${index}`, message: -1 });
    into.push(block);
    return block.span.end;
  });
}

function layOutMessages(body: Buffer, start: number, into: Unit[]): number {
  if (body[start] !== OPEN_BRACKET) return skipValue(body, start);
  return scanElements(body, start, (index, at) => layOutMessage(body, at, index, into));
}
