import { findPath } from "../wire/raw-member.ts";
import { readElements } from "../wire/read-elements.ts";
import { lastMember, readObject, type RawObject } from "../wire/read-object.ts";
import type { Span } from "../wire/span.ts";
import type { WireName } from "../wire/wire-format.ts";
import { wireFormats } from "../wire/wire-formats.ts";
import { ForkPointError } from "./fork-point-error.ts";

/**
 * Throws ForkPointError `wrong-wire` for a request body that shows another wire format than the one it is said to have. Only what no
 * body of that format holds counts, and only where nothing speaks for it: some servers take members of both. Looks at the names of
 * members, the first tool, the first message and the last. Throws WireFault if the body is not a JSON object.
 */
export function refuseOtherWire(bytes: Buffer, wire: WireName): void {
  const signs = signsOf({ bytes, object: readObject(bytes, 0) });
  const others = signs.filter((sign) => sign.of !== wire);
  const [other] = others;
  if (other === undefined || others.length < signs.length) return;
  const isOurs = Object.hasOwn(wireFormats, other.of);
  throw new ForkPointError(
    "wrong-wire",
    `the parent's request is not ${wire}: it looks like ${other.of} (${other.because})`,
    isOurs
      ? `Pass wire: "${other.of}", or the url that it was sent to.`
      : `Fork from a request in one of these formats: ${Object.keys(wireFormats).join(", ")}.`,
  );
}

/** Something that only one format has. `of` is a wire's name, or what people call one that the library does not speak. */
type Sign = { readonly of: string; readonly because: string };

type Body = { readonly bytes: Buffer; readonly object: RawObject };

function signsOf(body: Body): readonly Sign[] {
  const has = (name: string): boolean => isThere(body, name);
  if (has("messages")) return messageSigns(body);
  if (has("contents")) return [sign("gemini-generate", "it has contents")];
  if (has("input")) return [sign("openai-responses", "it has input")];
  const wrapped = findPath(body.bytes, body.object, ["request", "contents"]);
  return wrapped === null ? [] : [sign("Gemini Code Assist", "its contents stand inside request")];
}

function messageSigns(body: Body): readonly Sign[] {
  const named = MEMBERS.filter(({ name }) => isThere(body, name)).map(({ name, of }) => sign(of, `it has ${name}`));
  const messages = elementsAt(body, "messages");
  const ends = messages.length > 1 ? [messages[0], messages.at(-1)] : messages;
  return [...named, ...toolSigns(body), ...ends.flatMap((span) => (span === undefined ? [] : turnSigns(body, span)))];
}

const MEMBERS: readonly { readonly name: string; readonly of: string }[] = [
  { name: "anthropic_version", of: "anthropic-messages" },
  { name: "max_completion_tokens", of: "openai-chat" },
  { name: "stream_options", of: "openai-chat" },
  { name: "response_format", of: "openai-chat" },
  { name: "reasoning_effort", of: "openai-chat" },
  { name: "toolConfig", of: "Bedrock's Converse" },
  { name: "inferenceConfig", of: "Bedrock's Converse" },
];

function toolSigns(body: Body): readonly Sign[] {
  const [first] = elementsAt(body, "tools");
  const tool = first === undefined ? null : objectAt(body.bytes, first);
  if (tool === null) return [];
  if (lastMember(tool, "input_schema") !== null) return [sign("anthropic-messages", "its tools have an input_schema")];
  return lastMember(tool, "function") === null ? [] : [sign("openai-chat", "its tools are functions")];
}

function turnSigns({ bytes }: Body, span: Span): readonly Sign[] {
  const turn = objectAt(bytes, span);
  if (turn === null) return [];
  const role = textAt(bytes, turn, "role");
  if (lastMember(turn, "tool_calls") !== null) return [sign("openai-chat", "a message has tool_calls")];
  if (role === "tool" || role === "developer" || role === "function")
    return [sign("openai-chat", `a message has the role ${role}`)];
  const [first] = elementsAt({ bytes, object: turn }, "content");
  const block = first === undefined ? null : objectAt(bytes, first);
  if (block === null) return [];
  const type = textAt(bytes, block, "type");
  if (type === "tool_use" || type === "tool_result")
    return [sign("anthropic-messages", `a block has the type ${type}`)];
  return type === null && lastMember(block, "text") !== null ? [sign("Bedrock's Converse", "a block has no type")] : [];
}

function sign(of: string, because: string): Sign {
  return { of, because };
}

function isThere({ bytes, object }: Body, name: string): boolean {
  const member = lastMember(object, name);
  return member !== null && bytes.toString("latin1", member.value.start, member.value.end) !== "null";
}

function elementsAt({ bytes, object }: Body, name: string): readonly Span[] {
  const member = lastMember(object, name);
  return member === null || bytes[member.value.start] !== 0x5b ? [] : readElements(bytes, member.value.start);
}

function objectAt(bytes: Buffer, { start }: Span): RawObject | null {
  return bytes[start] === 0x7b ? readObject(bytes, start) : null;
}

function textAt(bytes: Buffer, object: RawObject, name: string): string | null {
  const member = lastMember(object, name);
  return member === null || bytes[member.value.start] !== 0x22
    ? null
    : bytes.toString("utf8", member.value.start + 1, member.value.end - 1);
}
