import { deepFreeze } from "../wire/deep-freeze.ts";
import { parseJson, stringOrNull } from "../wire/json-object.ts";
import { findPath } from "../wire/raw-member.ts";
import { readAnswer } from "../wire/read-answer.ts";
import { readElements } from "../wire/read-elements.ts";
import { scanBody, type RawBody } from "../wire/scan-body.ts";
import type { Span } from "../wire/span.ts";
import { WireFault } from "../wire/wire-fault.ts";
import type { MemberPath, WireFormat, WireName } from "../wire/wire-format.ts";
import { wireFormats } from "../wire/wire-formats.ts";
import type { CacheSafeParams } from "./cache-safe-params.ts";
import { checkExchange } from "./check-exchange.ts";
import { digestSpans, digestTexts } from "./digest.ts";
import { findContinuation } from "./find-continuation.ts";
import { ForkPointError } from "./fork-point-error.ts";

/** One exchange of the parent, raw. */
export type ParentExchange = {
  /** The request body as it crossed the wire. Copied: the caller may use its buffer again. */
  readonly request: Buffer;
  /** The request headers as sent, in any case. Only those that reach the prompt are kept; no credential is. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body of the provider's answer, JSON or server-sent events. Null where it is unknown, was an error or was cut. */
  readonly answer: Buffer | null;
  /** Default: Anthropic Messages. */
  readonly wire?: WireName;
  /** Where the body does not say: on Gemini it stands in the URL. */
  readonly model?: string;
};

/**
 * Takes the snapshot that forks of this exchange start from. Throws ForkPointError where no fork can start from it.
 * Costs one copy of the body and one SHA-256 over its prefix.
 */
export function captureCacheSafeParams(exchange: ParentExchange): CacheSafeParams {
  checkExchange(exchange);
  try {
    return deepFreeze(capture(exchange));
  } catch (fault) {
    if (!(fault instanceof WireFault)) throw fault;
    throw new ForkPointError(
      "unreadable",
      `the parent's exchange cannot be read: ${fault.message}`,
      `Pass the raw bytes of a request in the ${exchange.wire ?? "anthropic-messages"} format, and of its whole answer or null.`,
      fault,
    );
  }
}

function capture(exchange: ParentExchange): CacheSafeParams {
  const { headers, wire = "anthropic-messages" } = exchange;
  const answer = exchange.answer === null ? null : asBuffer(exchange.answer);
  const format = wireFormats[wire];
  const body = scanBody(Buffer.from(exchange.request), format.history, format.elementOfText);
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
    asSent: body.bytes.length === exchange.request.length,
    headers: headers
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => format.inheritedHeaders.includes(name)),
    model: decodeText(model) ?? exchange.model ?? null,
    tools: tools ?? [],
    system: system ?? [],
    messages: body.history,
    thinking: rawAt(body, thinking),
    effort: rawAt(body, effort),
    toolChoice: rawAt(body, toolChoice),
    digests,
    cacheKeyHash: digestTexts([model ?? exchange.model ?? null, digests.tools, digests.system]),
    continuation: findContinuation(format, body, answer === null ? null : readAnswer(format, answer).content),
  };
}

/** A fork's messages would be written into the parent's own conversation (OpenAI), or be refused: it goes on once (Anthropic). */
function refuseKept({ members: { keptConversation: path } }: WireFormat, body: RawBody): void {
  const id = path === null ? null : rawAt(body, path);
  if (path === null || id === null || id === "null") return;
  throw new ForkPointError(
    "stored-conversation",
    `the parent's request goes on in a conversation that the provider keeps (${path.join(".")}: ${id})`,
    "A fork would go on in it too. Let the parent send its whole conversation itself, and fork from such a request.",
  );
}

/** A view of the same bytes. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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

/** An array's elements; any other value is one, an absent or null one is none at all. */
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
