import type { Block, Layout, Parameter, Unit } from "../../kernel/layout.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { layOutEnvelope, NOT_CONTENT } from "../lay-out-envelope.ts";
import { layOutMessages } from "../lay-out-list.ts";
import { ReusableLayout } from "../reusable-layout.ts";
import { NOT_PROMPT, scanBody } from "../scan-body.ts";
import { layOutMarkedList } from "./lay-out-marked-list.ts";

const OPEN_BRACE = 0x7b;

/** Lays a Converse body out in cache order: tools, system, messages (provider-caches.md 8). */
export function layOut(body: Buffer, like?: Layout): Layout {
  const known = ReusableLayout.of(like, "bedrock-converse");
  let tools: Block[] = [];
  let toolSettings: Parameter[] = [];
  let system: Block[] = [];
  let messages: Unit[] = [];
  const { superseded, parameters, automaticMark } = scanBody(body, (name, start) => {
    switch (name) {
      case "toolConfig":
        if (body[start] !== OPEN_BRACE) return NOT_PROMPT;
        [tools, toolSettings] = [[], []];
        return layOutToolConfig(body, start, tools, toolSettings);
      case "system":
        return layOutMarkedList(body, start, { segment: "system", pointer: "/system", message: -1 }, (system = []));
      case "messages":
        return layOutMessages(body, start, known, (messages = []), (at, index, into) => {
          return layOutMessage(body, at, index, into);
        });
      default:
        return NOT_PROMPT;
    }
  });
  return {
    dialect: "bedrock-converse",
    body,
    units: [...superseded, ...tools, ...system, ...messages],
    parameters: [...parameters, ...toolSettings],
    automaticMark,
  };
}

/** The list of tools is prompt; what stands beside it (the choice) is a parameter, named by its path. */
function layOutToolConfig(body: Buffer, start: number, tools: Block[], settings: Parameter[]): number {
  return scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    if (stringIs(body, keyStart, keyEnd, "tools")) {
      tools.length = 0;
      const place = { segment: "tools", pointer: "/toolConfig/tools", message: -1 } as const;
      return layOutMarkedList(body, valueStart, place, tools);
    }
    const end = skipValue(body, valueStart);
    settings.push({ name: `toolConfig.${decodeString(body, keyStart, keyEnd)}`, value: { start: valueStart, end } });
    return end;
  });
}

function layOutMessage(body: Buffer, start: number, message: number, into: Unit[]): number {
  const pointer = `/messages/${message}`;
  const blocks: Block[] = [];
  const envelope = layOutEnvelope(body, start, { pointer, message }, (keyStart, keyEnd, valueStart) => {
    if (!stringIs(body, keyStart, keyEnd, "content")) return NOT_CONTENT;
    blocks.length = 0;
    return layOutMarkedList(body, valueStart, { segment: "messages", pointer: `${pointer}/content`, message }, blocks);
  });
  into.push(envelope, ...blocks);
  return envelope.span.end;
}
