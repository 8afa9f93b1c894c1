import { deepFreeze } from "../wire/deep-freeze.ts";
import { parseJson, stringOrNull } from "../wire/json-object.ts";
import { readAnswer } from "../wire/read-answer.ts";
import { readElements } from "../wire/read-elements.ts";
import { lastMember, readObject } from "../wire/read-object.ts";
import { scanBody, type RawBody } from "../wire/scan-body.ts";
import type { Span } from "../wire/span.ts";
import { WireFault } from "../wire/wire-fault.ts";
import type { CacheSafeParams } from "./cache-safe-params.ts";
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
};

/**
 * Takes the snapshot that forks of this exchange start from. Throws ForkPointError where no fork can start from it.
 * Costs one copy of the body and one SHA-256 over its prefix.
 */
export function captureCacheSafeParams(exchange: ParentExchange): CacheSafeParams {
  try {
    return deepFreeze(capture(exchange));
  } catch (fault) {
    if (!(fault instanceof WireFault)) throw fault;
    throw new ForkPointError(
      "unreadable",
      `the parent's exchange cannot be read: ${fault.message}`,
      "Pass the raw bytes of a Messages request, and of its whole answer or null.",
      fault,
    );
  }
}

function capture({ request, headers, answer }: ParentExchange): CacheSafeParams {
  const body = scanBody(Buffer.from(request), "messages");
  const tools = elementsOf(body, "tools");
  const system = elementsOf(body, "system");
  const model = rawMember(body, "model");
  const digests = {
    tools: tools === null ? null : digestSpans(body.bytes, tools),
    system: system === null ? null : digestSpans(body.bytes, system),
    messages: digestSpans(body.bytes, body.history),
  };
  return {
    body,
    headers: headers
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => inheritedHeaders.includes(name)),
    model: decodeText(model),
    tools: tools ?? [],
    system: system ?? [],
    messages: body.history,
    thinking: rawMember(body, "thinking"),
    effort: rawEffort(body),
    toolChoice: rawMember(body, "tool_choice"),
    digests,
    cacheKeyHash: digestTexts([model, digests.tools, digests.system]),
    continuation: findContinuation(body, answer === null ? null : readAnswer(answer).content),
  };
}

/** The active betas are part of the cache key; the version decides how the body is read (provider-caches.md 2). */
const inheritedHeaders: readonly string[] = ["anthropic-beta", "anthropic-version"];

/** A member's elements; a string is one, an absent or null member is none at all. */
function elementsOf(body: RawBody, name: string): readonly Span[] | null {
  const member = lastMember(body.object, name);
  if (member === null || rawMember(body, name) === "null") return null;
  return body.bytes[member.value.start] === 0x22 ? [member.value] : readElements(body.bytes, member.value.start);
}

function rawMember({ bytes, object }: RawBody, name: string): string | null {
  const member = lastMember(object, name);
  return member === null ? null : bytes.toString("utf8", member.value.start, member.value.end);
}

function rawEffort({ bytes, object }: RawBody): string | null {
  const config = lastMember(object, "output_config");
  if (config === null || bytes[config.value.start] !== 0x7b) return null;
  const effort = lastMember(readObject(bytes, config.value.start), "effort");
  return effort === null ? null : bytes.toString("utf8", effort.value.start, effort.value.end);
}

function decodeText(raw: string | null): string | null {
  return raw === null ? null : stringOrNull(parseJson(raw));
}
