import type { Layout, Unit } from "../../kernel/layout.ts";
import type { Span } from "../../kernel/span.ts";
import { decodeString } from "../../wire-scan/decode-string.ts";
import { scanMembers } from "../../wire-scan/scan-container.ts";
import { skipValue } from "../../wire-scan/skip-value.ts";
import { skipString } from "../../wire-scan/skip-string.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { isNothing } from "../shared/layout/layout-block.ts";
import { layoutBody, type PromptParts } from "../shared/layout/layout-body.ts";
import { layoutEnvelope, NOT_CONTENT } from "../shared/layout/layout-envelope.ts";
import { layoutMessages } from "../shared/layout/layout-list.ts";
import type { ReusableLayout } from "../shared/layout/reusable-layout.ts";
import { NOT_PROMPT } from "../shared/layout/scan-body.ts";
import { layoutParts } from "./lay-out-parts.ts";
import { layoutTools } from "./lay-out-tools.ts";
import { WRAPPER, wrappedRequest } from "./wrapped-request.ts";

const QUOTE = 0x22;

/**
 * Lays a generateContent body out in cache order: tools, system instruction, contents. Protocol buffers' JSON takes a name in
 * either of its spellings, so both are known; a pointer says what the body says. Code Assist, which a login with Google leads to,
 * wraps the same members in `request`.
 */
export function parseLayout(body: Buffer, like?: Layout): Layout {
  return layoutBody("gemini-generate", { body, like }, (name, start, parts, known) =>
    // The name first: the search for the request reads the whole body.
    name === WRAPPER.slice(1) && start === wrappedRequest(body)
      ? layoutWrapped(body, start, parts, known)
      : layoutMember(body, { name, start, under: "" }, parts, known),
  );
}

/** The members of the wrapped request; members outside the prompt are parameters, like those next to it. */
function layoutWrapped(body: Buffer, start: number, parts: PromptParts, known: ReusableLayout | null): number {
  return scanMembers(body, start, (keyStart, keyEnd, valueStart) => {
    const name = decodeString(body, keyStart, keyEnd);
    const end = layoutMember(body, { name, start: valueStart, under: WRAPPER }, parts, known);
    if (end !== NOT_PROMPT) return end;
    const valueEnd = skipValue(body, valueStart);
    const others = parts.settings.filter((parameter) => parameter.name !== name);
    parts.settings = [...others, { name, value: { start: valueStart, end: valueEnd } }];
    return valueEnd;
  });
}

type Member = { readonly name: string; readonly start: number; readonly under: string };

function layoutMember(
  body: Buffer,
  { name, start, under }: Member,
  parts: PromptParts,
  known: ReusableLayout | null,
): number {
  const pointer = `${under}/${name}`;
  switch (name) {
    case "tools":
      return layoutTools(body, start, { pointer, known }, (parts.tools = []));
    case "systemInstruction":
    case "system_instruction":
      // Where both spellings stand, which of them is read is the provider's own affair.
      parts.system = parts.system.filter((unit) => !isUnder(unit.pointer, pointer));
      return layoutInstruction(body, start, pointer, parts.system);
    case "contents":
      return layoutMessages(body, start, { pointer, known }, (parts.messages = []), (at, index, into) => {
        return layoutContent(body, at, { list: pointer, message: index }, into);
      });
    default:
      return NOT_PROMPT;
  }
}

function isUnder(pointer: string, member: string): boolean {
  return pointer === member || pointer.startsWith(`${member}/`);
}

function layoutContent(
  body: Buffer,
  start: number,
  { list, message }: { readonly list: string; readonly message: number },
  into: Unit[],
): number {
  const pointer = `${list}/${message}`;
  const blocks: Unit[] = [];
  const envelope = layoutEnvelope(body, start, { pointer, message }, (keyStart, keyEnd, valueStart) => {
    if (!stringIs(body, keyStart, keyEnd, "parts") || isNothing(body, valueStart)) return NOT_CONTENT;
    blocks.length = 0;
    return layoutParts(body, valueStart, { segment: "messages", pointer: `${pointer}/parts`, message }, blocks);
  });
  into.push(envelope, ...blocks);
  return envelope.span.end;
}

/** A content like those of the conversation: its parts are the system's blocks. */
function layoutInstruction(body: Buffer, start: number, pointer: string, into: Unit[]): number {
  const parts: Unit[] = [];
  const at = { pointer, message: -1, segment: "system" } as const;
  const envelope = layoutEnvelope(body, start, at, (keyStart, keyEnd, valueStart) => {
    if (!stringIs(body, keyStart, keyEnd, "parts") || isNothing(body, valueStart)) return NOT_CONTENT;
    parts.length = 0;
    return layoutParts(body, valueStart, { segment: "system", pointer: `${pointer}/parts`, message: -1 }, parts);
  });
  // An instruction without content counts as missing; one with only a role may be rendered.
  const says = parts.length > 0 || envelope.members.some((member) => !isEmptyParts(body, member));
  if (says && !isNothing(body, start)) into.push(envelope, ...parts);
  return envelope.span.end;
}

function isEmptyParts(body: Buffer, { start }: Span): boolean {
  return body[start] === QUOTE && stringIs(body, start, skipString(body, start), "parts");
}
