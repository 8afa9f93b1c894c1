import { parseScript } from "../../harness/mock/script/parse-script.ts";
import type { ResponsePlan } from "../../harness/mock/plan-response.ts";
import { createProviderHandler, type ProviderHandler } from "../../harness/mock/provider-handler.ts";
import { loadMockWires } from "../../harness/mock/wires.ts";
import { parentBody } from "./anthropic-body.ts";

const wires = await loadMockWires();

type Json = { readonly [name: string]: unknown };

const HEADERS = [
  ["x-api-key", "a key"],
  ["anthropic-version", "2023-06-01"],
] as const;

/** A handler and a way to ask it: every call is one second after the one before, its response begins at once. */
export function askHandler(
  script: unknown,
  siblings?: number,
): { readonly handler: ProviderHandler; readonly ask: (body?: unknown, asking?: Asking) => Answer } {
  const handler = createProviderHandler(wires, { script: parseScript(script), ...(siblings && { siblings }) });
  let nowMs = 0;
  const ask = (body: unknown = parentBody, { lane, headers = HEADERS, path = "/v1/messages" }: Asking = {}): Answer => {
    nowMs += 1000;
    const bytes = typeof body === "string" ? body : JSON.stringify(body);
    const named = lane === undefined ? [] : [["x-forkproof-lane", lane] as const];
    const plan = handler.respond({
      method: "POST",
      path,
      headers: [...headers, ...named],
      body: Buffer.from(bytes),
      nowMs,
    });
    handler.began(plan, nowMs);
    handler.ended(plan, nowMs);
    return { status: plan.status, lane: plan.lane, json: jsonOf(plan), plan };
  };
  return { handler, ask };
}

export type Asking = {
  readonly lane?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly path?: string;
};

export type Answer = {
  readonly status: number;
  readonly lane: string | null;
  /** The body of an answer that is not streamed. */
  readonly json: Json;
  readonly plan: ResponsePlan;
};

function bytesOf(plan: ResponsePlan): Buffer {
  return Buffer.concat(plan.parts.map((part) => (part.part === "bytes" ? part.bytes : Buffer.alloc(0))));
}

function jsonOf(plan: ResponsePlan): Json {
  const text = bytesOf(plan).toString();
  return text.startsWith("{") ? (JSON.parse(text) as Json) : {};
}
