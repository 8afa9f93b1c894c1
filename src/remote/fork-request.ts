import { createHash } from "node:crypto";
import { captureCacheSafeParams } from "../cache-safe/capture-cache-safe-params.ts";
import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import type { ForkOverrides } from "../fork/params/fork-params.ts";
import type { ForkSeed, SharedEnd, Strategy } from "../strategies/strategy.ts";
import { isJsonObject, parseJsonObject } from "../wire/json-object.ts";
import type { WireName } from "../wire/wire-format.ts";
import type { FilterDefinition } from "./defined-filter.ts";
import type { SentAgent } from "./sent-agent.ts";

/** The version of everything that parent and worker say to each other. */
export const protocolVersion = 1;

/** A fork that is asked of a worker. The parent's body is stored by its digest; everything else is in the request. */
export type ForkRequest = {
  readonly v: typeof protocolVersion;
  readonly runId: string;
  readonly heartbeatMs: number;
  /** So long without a sign of its parent, and the worker aborts the fork. */
  readonly lostAfterMs: number;
  readonly filter: FilterDefinition | null;
  readonly agent: SentAgent | null;
  readonly parent: {
    readonly digest: string;
    readonly wire: WireName;
    readonly model: string | null;
    readonly headers: CacheSafeParams["headers"];
  };
  /** The start of the fork, which the parent's strategy has made. Bytes are base64. */
  readonly seed: SentSeed;
  readonly strategy: { readonly name: string; readonly expectedSharedEnd: SharedEnd };
  readonly params: {
    readonly directive: string;
    readonly label: string;
    readonly maxTurns: number;
    readonly timeoutMs: number | null;
    readonly maxDepth: number;
    readonly source?: string;
    readonly ownBreakpoints?: boolean;
    readonly overrides: ForkOverrides;
  };
};

type SentSeed = Pick<ForkSeed, "members" | "sharedEnd" | "note"> & {
  readonly history: readonly string[] | null;
  readonly answer: string | null;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly bytes: string }[];
};

/** The worker's answer to a request. */
export type ForkReply = { readonly v: number; readonly accepted: boolean; readonly reason: string };

export function encodeJson(value: ForkRequest | ForkReply): Buffer {
  return Buffer.from(JSON.stringify(value));
}

export function encodeSeed({ history, answer, messages, ...seed }: ForkSeed): SentSeed {
  return {
    ...seed,
    history: history?.map((each) => each.toString("base64")) ?? null,
    answer: answer?.toString("base64") ?? null,
    messages: messages.map(({ role, bytes }) => ({ role, bytes: bytes.toString("base64") })),
  };
}

/** The strategy of a request: it gives the seed that the parent's own strategy has made. */
export function sentStrategy({ strategy, seed, parent }: ForkRequest): Strategy {
  const bytes = (text: string): Buffer => Buffer.from(text, "base64");
  const made: ForkSeed = {
    ...seed,
    history: seed.history?.map(bytes) ?? null,
    answer: seed.answer === null ? null : bytes(seed.answer),
    messages: seed.messages.map((message) => ({ role: message.role, bytes: bytes(message.bytes) })),
  };
  return { ...strategy, wires: [parent.wire], seed: () => made };
}

/** The parent's snapshot from its stored body. */
export function snapshotOf({ wire, model, headers }: ForkRequest["parent"], request: Buffer): CacheSafeParams {
  return captureCacheSafeParams({ request, headers, answer: null, wire, ...(model === null ? {} : { model }) });
}

/** A request of this version, or the version that it has; null for anything else. */
export function readRequest(bytes: Buffer): ForkRequest | { readonly other: unknown } {
  const value = parseJsonObject(bytes.toString("utf8"));
  return isRequest(value) ? value : { other: value?.["v"] };
}

/** Requests come from this library, and their version says its shape: only what distinguishes them from others is checked. */
function isRequest(value: unknown): value is ForkRequest {
  if (!isJsonObject(value) || value["v"] !== protocolVersion || typeof value["runId"] !== "string") return false;
  return ["parent", "seed", "strategy", "params"].every((name) => isJsonObject(value[name]));
}

export function readReply(bytes: Buffer): ForkReply {
  const { v, accepted, reason } = parseJsonObject(bytes.toString("utf8")) ?? {};
  const said = typeof reason === "string" ? reason : "the answer is not one of a worker";
  return { v: typeof v === "number" ? v : 0, accepted: accepted === true, reason: said };
}

export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
