import { deepFreeze } from "../wire/deep-freeze.ts";
import { parseJson, stringOrNull } from "../wire/json-object.ts";
import { findPath } from "../wire/raw-member.ts";
import { readAnswer } from "../wire/stream/read-answer.ts";
import { readElements } from "../wire/read-elements.ts";
import { scanBody, type RawBody } from "../wire/scan-body.ts";
import type { Span } from "../wire/span.ts";
import { WireFault } from "../wire/wire-fault.ts";
import type { MemberPath, WireFormat } from "../wire/wire-format.ts";
import { wireFormats } from "../wire/wire-formats.ts";
import type { CacheSafeParams } from "./cache-safe-params.ts";
import { digestSpans, digestTexts } from "./digest.ts";
import { findContinuation } from "./find-continuation.ts";
import { ForkPointError } from "./fork-point-error.ts";
import type { ParentExchange } from "./parent-exchange.ts";
import { readExchange, type ReadExchange } from "./read-exchange.ts";
import { joinByName } from "./read-headers.ts";
import { refuseOtherWire } from "./refuse-other-wire.ts";

/**
 * Takes the snapshot that forks of this exchange start from. Throws ForkPointError if no fork can start from it.
 * Costs one copy of the body and one SHA-256 over its prefix.
 */
export function captureCacheSafeParams(exchange: ParentExchange): CacheSafeParams {
  const read = readExchange(exchange);
  try {
    return deepFreeze(capture(read));
  } catch (fault) {
    if (!(fault instanceof WireFault)) throw fault;
    throw new ForkPointError(
      "unreadable",
      `the parent's exchange cannot be read: ${fault.message}`,
      `Pass the raw bytes of a request in the ${read.wire} format, and of its whole answer or null.`,
      fault,
    );
  }
}

function capture({ request, headers, answer, wire, model: named }: ReadExchange): CacheSafeParams {
  const format = wireFormats[wire];
  refuseOtherWire(request, wire);
  const body = scanBody(request, format.history, format.elementOfText);
  refuseKept(format, body);
  const tools = elementsAt(body, ["tools"]);
  const system = systemOf(format, body);
  const model = rawAt(body, ["model"]);
  const digests = {
    tools: tools === null ? null : digestSpans(body.bytes, tools),
    system: system === null ? null : digestSpans(body.bytes, system),
    messages: digestSpans(body.bytes, body.history),
  };
  const { thinking, effort, toolChoice } = format.members;
  return {
    wire,
    body,
    asSent: body.bytes.length === request.length,
    headers: joinByName(headers, format.inheritedHeaders),
    model: decodeText(model) ?? named,
    tools: tools ?? [],
    system: system ?? [],
    messages: body.history,
    thinking: rawAt(body, thinking),
    effort: rawAt(body, effort),
    toolChoice: rawAt(body, toolChoice),
    digests,
    cacheKeyHash: digestTexts([model ?? named, digests.tools, digests.system]),
    continuation: findContinuation(format, body, answer === null ? null : readAnswer(format, answer).content),
  };
}

/** The fork would write into the parent's own conversation (OpenAI), or the provider would refuse it (Anthropic). */
function refuseKept({ members: { keptConversation: path } }: WireFormat, body: RawBody): void {
  const id = path === null ? null : rawAt(body, path);
  if (path === null || id === null || id === "null") return;
  throw new ForkPointError(
    "stored-conversation",
    `the parent's request goes on in a conversation that the provider keeps (${path.join(".")}: ${id})`,
    "A fork would go on in it too. Let the parent send its whole conversation itself, and fork from such a request.",
  );
}

/** The blocks of the system prompt; on a wire without a member for it, the history's elements of that role at the head. */
function systemOf(format: WireFormat, body: RawBody): readonly Span[] | null {
  const { system } = format.members;
  if (system.length > 0) return system.map((path) => elementsAt(body, path)).find((blocks) => blocks !== null) ?? null;
  const isSystem = ({ start, end }: Span): boolean => format.view(body.bytes.subarray(start, end)).role === "system";
  const end = body.history.findIndex((span) => !isSystem(span));
  const head = end === -1 ? body.history : body.history.slice(0, end);
  return head.length === 0 ? null : head;
}

/** The elements of an array. Any other value counts as one element, and a missing or null value as an empty array. */
function elementsAt({ bytes, object }: RawBody, path: MemberPath): readonly Span[] | null {
  const value = findPath(bytes, object, path);
  if (value === null || bytes.toString("utf8", value.start, value.end) === "null") return null;
  return bytes[value.start] === 0x5b ? readElements(bytes, value.start) : [value];
}

function rawAt({ bytes, object }: RawBody, path: MemberPath): string | null {
  const value = findPath(bytes, object, path);
  return value === null ? null : bytes.toString("utf8", value.start, value.end);
}

function decodeText(raw: string | null): string | null {
  return raw === null ? null : stringOrNull(parseJson(raw));
}
