import type { Layout, Mark, Parameter, Segment, Unit } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanElements, scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { contentStart } from "../../wire-scan/validate-json.ts";
import { ReusableLayout } from "../reusable-layout.ts";
import { layOutBlock, plainBlock } from "./lay-out-block.ts";
import { layOutMessage } from "./lay-out-message.ts";
import { readMark } from "./read-mark.ts";

const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/**
 * Lays a Messages body out in Anthropic's cache order: tools, system, messages (provider-caches.md 2.1), whatever order
 * the body writes them in. A member that is written twice counts where it stands last, as parsers read it.
 */
export function layOut(body: Buffer, like?: Layout): Layout {
  const known = like === undefined ? null : new ReusableLayout(like);
  let tools: readonly Unit[] = [];
  let system: readonly Unit[] = [];
  let messages: readonly Unit[] = [];
  let parameters: Parameter[] = [];
  let automaticMark: Mark | null = null;
  let previousEnd = -1;

  scanMembers(body, skipWhiteSpace(body, contentStart(body)), (keyStart, keyEnd, valueStart) => {
    const name = decodeString(body, keyStart, keyEnd);
    const units: Unit[] = [];
    let valueEnd: number;
    switch (name) {
      case "tools":
        valueEnd = layOutElements(body, valueStart, "tools", known, units);
        tools = units;
        break;
      case "system":
        valueEnd = layOutSystem(body, valueStart, known, units);
        system = units;
        break;
      case "messages":
        valueEnd = layOutElements(body, valueStart, "messages", known, units);
        messages = units;
        break;
      default:
        valueEnd = skipValue(body, valueStart);
        parameters = parameters.filter((parameter) => parameter.name !== name);
        parameters.push({ name, value: { start: valueStart, end: valueEnd } });
    }
    if (name === "cache_control") {
      automaticMark = readMark(body, "", { previousEnd, keyStart, valueStart, valueEnd });
    }
    previousEnd = valueEnd;
    return valueEnd;
  });

  return {
    dialect: "anthropic-messages",
    body,
    units: [...tools, ...system, ...messages],
    parameters,
    automaticMark,
  };
}

function layOutSystem(body: Buffer, start: number, known: ReusableLayout | null, into: Unit[]): number {
  if (body[start] !== QUOTE) return layOutElements(body, start, "system", known, into);
  const end = skipValue(body, start);
  into.push(plainBlock({ segment: "system", pointer: "/system", message: -1 }, start, end, "text"));
  return end;
}

/** The elements of an array; a segment that is anything else (null, say) holds no unit. */
function layOutElements(
  body: Buffer,
  start: number,
  segment: Segment,
  known: ReusableLayout | null,
  into: Unit[],
): number {
  if (body[start] !== OPEN_BRACKET) return skipValue(body, start);
  return scanElements(body, start, (index, at) => {
    const repeated = known?.take(segment, index, body, at) ?? null;
    if (repeated !== null) {
      for (const unit of repeated.units) into.push(unit);
      return repeated.end;
    }
    if (segment === "messages") return layOutMessage(body, at, index, into);
    const block = layOutBlock(body, at, { segment, pointer: `/${segment}/${index}`, message: -1 });
    into.push(block);
    return block.span.end;
  });
}
