import type { CacheRules } from "../cache-model/cache-rules.ts";
import { estimateTokens } from "../cache-model/estimate-tokens.ts";
import { createMarkedBlockCache } from "../cache-model/marked-block-cache.ts";
import { chainOf } from "../cache-model/prompt-chain.ts";
import { anthropicRules } from "../cache-model/rules/anthropic.ts";
import type { TokenCounter } from "../cache-model/token-counter.ts";
import { layOut } from "../dialects/anthropic-messages/lay-out.ts";
import type { Header } from "../kernel/exchange.ts";
import type { Layout } from "../kernel/layout.ts";
import { parseRequest } from "./anthropic/parse-request.ts";
import { errorOfStatus, invalidRequest } from "./anthropic/provider-error.ts";
import { rejectEnvelope, rejectRequest } from "./anthropic/reject-request.ts";
import type { MockFault } from "./fault.ts";
import { createLanes } from "./lanes.ts";
import { planJson, planRejection, planStep, type ResponsePlan } from "./plan-response.ts";
import type { Script, Step } from "./script.ts";

/** A header that says whose request it is; no provider knows it. */
export const LANE_HEADER = "x-forkproof-lane";

export type MockRequest = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: readonly Header[];
  readonly body: Buffer;
  readonly nowMs: number;
};

export type MockOptions = {
  readonly script: Script;
  /** How many forks the run starts; those without a lane of their own follow the lane `fork`. Default: as many as the script names. */
  readonly siblings?: number;
  readonly rules?: CacheRules;
  readonly tokens?: TokenCounter;
  readonly workspace?: string;
};

/** The mocked provider without a wire: a function of the requests so far. */
export type ProviderHandler = {
  readonly respond: (request: MockRequest) => ResponsePlan;
  /** The response to a planned request sent its first byte. */
  readonly began: (plan: ResponsePlan, firstByteMs: number) => void;
  /** What the script did not foresee, and what of it was not asked for. */
  readonly finish: () => readonly MockFault[];
};

/** Serves Anthropic's `/v1/messages` and `/v1/messages/count_tokens`. Answers are scripted, usage never is. */
export function createProviderHandler(options: MockOptions): ProviderHandler {
  const { rules = anthropicRules, tokens = estimateTokens, workspace = "default" } = options;
  const cache = createMarkedBlockCache(rules);
  const lanes = createLanes(options.script, options.siblings);
  let requests = 0;
  // A conversation repeats itself: what stands as it stood in the last request is not read again.
  let before: Layout | null = null;

  const respond = (request: MockRequest): ResponsePlan => {
    requests += 1;
    const requestId = `req_${requests}`;
    const [path = ""] = request.path.split("?");
    const counts = path === "/v1/messages/count_tokens";
    if (request.method !== "POST" || (!counts && path !== "/v1/messages")) {
      lanes.sawOther(`${request.method} ${path}`);
      return planRejection({ status: 404, ...errorOfStatus(404) }, requestId);
    }
    const parsed = rejectEnvelope(request.headers, request.body) ?? parseRequest(request.body, counts);
    if ("status" in parsed) return planRejection(parsed, requestId);
    const layout = layOut(request.body, before ?? undefined);
    before = layout;
    const rejection = rejectRequest(parsed, layout, rules);
    if (rejection !== null) return planRejection(rejection, requestId);

    const chain = chainOf(layout, { rules, tokens, workspace });
    if (counts) return planJson({ input_tokens: chain.total }, requestId);
    const { model, stream } = parsed;
    const asking = { requestId, model, stream, prediction: cache.predict(chain, request.nowMs) };
    if (parsed.maxTokens === 0) return planStep(PRE_WARMED, { ...asking, lane: null, name: `prewarm_${requests}` });

    const named = request.headers.find(([name]) => name.toLowerCase() === LANE_HEADER)?.[1] ?? null;
    const turn = lanes.next({ named, number: requests, chain, body: request.body });
    if ("fault" in turn) return planRejection(invalidRequest(turn.fault.what), requestId);
    return planStep(turn.step, { ...asking, lane: turn.lane, name: turn.name });
  };

  return {
    respond,
    began: ({ prediction }, firstByteMs) => {
      if (prediction !== null) cache.commit(prediction, firstByteMs);
    },
    finish: lanes.finish,
  };
}

/** `max_tokens: 0` asks for no answer: it fills the cache, and no step of the script is used. */
const PRE_WARMED: Step = {
  reply: { kind: "message", content: [], stopReason: "max_tokens" },
  hold: null,
  cutAfterEvents: null,
};
