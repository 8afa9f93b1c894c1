import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import type { ProviderRules } from "../../../providers/rules/cache-rules.ts";
import { checkBreakpoints, type BreakpointFault } from "../../../cache-model/prompt/check-breakpoints.ts";
import { readParameter } from "../../../cache-model/prompt/read-parameter.ts";
import type { Header } from "../../../kernel/exchange.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { checkBlocks } from "./check-blocks.ts";
import { checkContent } from "./check-content.ts";
import { checkMembers } from "./check-members.ts";
import { checkModel } from "./check-model.ts";
import { checkToolPairs } from "./check-tool-pairs.ts";
import { checkKnownModel } from "./known-model.ts";
import type { MessagesRequest } from "./parse-request.ts";

/** The largest body that the provider takes (platform.claude.com, Errors: 413). */
const MAX_BYTES = 32 * 1024 * 1024;

/** Refusals before the body is read. */
export function rejectEnvelope(headers: readonly Header[], body: Buffer): Refusal | null {
  const header = (wanted: string): string => headers.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
  if (header("x-api-key") === "" && header("authorization") === "") {
    return { status: 401, type: "authentication_error", message: "x-api-key header is required" };
  }
  if (header("anthropic-version") === "") return invalidRequest("anthropic-version: header is required");
  if (body.length <= MAX_BYTES) return null;
  return { status: 413, type: "request_too_large", message: "Request exceeds the maximum size" };
}

/** Refusals of a well-formed request, in the provider's words and with the first fault only. */
export function rejectRequest(request: MessagesRequest, layout: Layout, rules: ProviderRules): Refusal | null {
  const unknown = rules.provider === "anthropic" ? checkKnownModel(request.model) : null;
  if (unknown !== null) return unknown;
  const marks = rules.engine === "marked-blocks" ? checkBreakpoints(layout, rules) : null;
  return (
    checkSchema(request, rules) ??
    checkContent(request) ??
    (marks === null ? null : invalidRequest(describeMarks(marks))) ??
    checkToolPairs(request) ??
    checkPreWarm(request, layout)
  );
}

/** Others who serve this wire pass over what they do not know. Their marks are asked for all the same. */
function checkSchema({ body, model, messages, betas }: MessagesRequest, { provider }: ProviderRules): Refusal | null {
  if ((provider !== "anthropic" && provider !== "bedrock") || messages.length === 0) return null;
  return checkMembers(body) ?? checkBlocks(body, betas) ?? checkModel(body, model);
}

/** Wording: harness/providers/FACTS.md#anthropic-refusals; of the automatic conflict only the status is known. */
function describeMarks(fault: BreakpointFault): string {
  const place = fault.pointer.slice(1).replaceAll("/", ".");
  switch (fault.fault) {
    case "too-many":
      return `A maximum of ${fault.allowed} blocks with cache_control may be provided. Found ${fault.found}.`;
    case "ttl-order":
      return (
        `${place}.ttl: a ttl='${fault.ttl}' cache_control block must not come after a ttl='${fault.after}' cache_control ` +
        "block. Note that blocks are processed in the following order: `tools`, `system`, `messages`."
      );
    case "unknown-ttl":
      return `${place}.ttl: Input should be '5m' or '1h'`;
    case "automatic-conflict":
      return `${place}: the top-level cache_control has another ttl than the last block's`;
    default:
      return fault satisfies never;
  }
}

/** `max_tokens: 0` only fills the cache, and goes with nothing that needs an answer (platform.claude.com, Prompt caching). */
function checkPreWarm({ maxTokens, stream, thinks, forcesTool }: MessagesRequest, layout: Layout): Refusal | null {
  if (maxTokens !== 0) return null;
  const clash = [
    [stream, "stream"],
    [thinks, "thinking"],
    [forcesTool, "tool_choice"],
    [readParameter(layout, "output_config.format") !== undefined, "output_config.format"],
  ].find(([isSet]) => isSet === true);
  return clash === undefined ? null : invalidRequest(`max_tokens: 0 cannot be combined with ${String(clash[1])}`);
}
