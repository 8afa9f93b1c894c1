import { laneNamedIn } from "../kernel/lane/lane-header.ts";
import { cacheScope } from "../cache-model/cache-scope.ts";
import type { ProviderRules } from "../providers/rules/cache-rules.ts";
import { cacheContext, USUAL_WORKSPACE } from "../cache-model/cache-context.ts";
import { chainOf, type PromptChain } from "../cache-model/prompt/prompt-chain.ts";
import type { ProviderCache } from "../providers/provider.ts";
import type { TokenCounter } from "../cache-model/token-counter.ts";
import type { Layout } from "../kernel/layout.ts";
import { noteLayout } from "../wires/known-layout.ts";
import { findOverflow } from "./context-window.ts";
import type { MockFault } from "./script/fault.ts";
import { BoundThinking, type BoundPrompt } from "./state/bound-thinking.ts";
import { MockedThreads } from "./state/threads.ts";
import { knownFault } from "./state/known-faults.ts";
import { MockedContents } from "./state/mocked-contents.ts";
import { createLanes, type Lanes, type Turn } from "./script/lanes.ts";
import type { PromptRequest, MockWire, WireRequest } from "./mock-wire.ts";
import { MockedCaches, rulesOfPrompt } from "./state/mocked-caches.ts";
import { unknownProvider, withProvider } from "./unknown-provider.ts";
import { plannedAnswer } from "./planned-answer.ts";
import { UnknownModels } from "./unknown-models.ts";
import { workspaceOf } from "./workspace-of.ts";
import { planDocument, planRejection, planStep, type ResponsePlan } from "./plan-response.ts";
import { PromptCounter } from "./prompt-counter.ts";
import { PromptLog } from "./state/prompt-log.ts";
import type { Script, Step } from "./script/script.ts";
import type { MockWires } from "./wires.ts";

export type MockRequest = WireRequest & { readonly nowMs: number };

export type MockOptions = {
  readonly script: Script;
  /** How many forks the run starts; those without a lane of their own follow the lane `fork`. Default: as many as the script names. */
  readonly siblings?: number;
  /** Default: those of the provider whose model is asked for. */
  readonly rules?: ProviderRules;
  /** The caches of all providers; by default those we model. */
  readonly caches?: readonly ProviderCache[];
  /** Default: see PromptCounter. */
  readonly tokens?: TokenCounter;
  readonly workspace?: string;
  /** Who answers on wires that several vendors serve, where a request does not say it itself. */
  readonly provider?: string;
  /** A request that those to come may repeat, which makes them faster to read and changes nothing. */
  readonly like?: Layout | null;
  /** Called once for each model that the rules of its cache do not know. */
  readonly onUnknownModel?: (unknown: { readonly model: string; readonly nearest: string | null }) => void;
};

/** The mocked provider without a transport: a function of the requests so far. */
export type ProviderHandler = {
  readonly respond: (request: MockRequest) => ResponsePlan;
  /** The response to a planned request sent its first byte. */
  readonly began: (plan: ResponsePlan, firstByteMs: number) => void;
  /** It sent its last byte, or the connection broke. */
  readonly ended: (plan: ResponsePlan, endMs: number) => void;
  /** Requests outside the script, and unused parts of the script. */
  readonly finish: () => readonly MockFault[];
};

/** Serves every mocked wire format, recognised by path and headers. Answers are scripted, usage never is. */
export function createProviderHandler(wires: MockWires, options: MockOptions): ProviderHandler {
  const state = {
    options,
    caches: new MockedCaches(),
    lanes: createLanes(options.script, options.siblings),
    prompts: new PromptLog(),
    counter: new PromptCounter(),
    contents: new MockedContents(options.tokens, options.caches),
    threads: new MockedThreads(),
    thinking: new BoundThinking(),
    unknown: new UnknownModels(options.onUnknownModel),
  };
  const { caches, lanes, contents, threads } = state;
  let requests = 0;
  // A conversation repeats itself: the part that is unchanged since the last request is not read again.
  let before: Layout | null = options.like ?? null;
  const plan = (arrived: MockRequest): ResponsePlan => {
    const sent = withProvider(arrived, options.provider);
    const wire = wires.of(sent);
    const requestId = `req_${requests}`;
    const stranger = unknownProvider(sent);
    if (stranger !== null) return planRejection(wire, { ...wire.errors.usual(400), message: stranger }, requestId);
    const given = wire.read(sent, before);
    const whole = given.kind === "asked" ? threads.whole(sent, given.layout, sent.nowMs) : null;
    if (whole !== null && "status" in whole) return planRejection(wire, whole, requestId);
    const request = whole ?? sent;
    const reading = whole === null ? given : wire.read(whole, before);
    switch (reading.kind) {
      case "elsewhere":
        lanes.sawOther(`${request.method} ${request.path.split("?")[0] ?? ""}`);
        return planRejection(wire, wire.errors.usual(404), requestId);
      case "refused":
        return planRejection(wire, reading.rejection, requestId);
      case "document":
        return planDocument(wire, reading.value, requestId);
      case "resource": {
        const told = contents.answer(reading.call, request.nowMs, reading.project);
        return "value" in told ? planDocument(wire, told.value, requestId) : planRejection(wire, told, requestId);
      }
      case "asked":
        before = reading.layout;
        noteLayout(reading.layout);
        return answer(reading, { ...state, wire, request, number: requests, requestId });
    }
  };
  return {
    respond: (arrived) => {
      requests += 1;
      const planned = plan(arrived);
      if (planned.refusal !== undefined) lanes.sawRefused(requests, planned.refusal);
      return planned;
    },
    began: (plan, firstByteMs) => caches.began(plan, firstByteMs),
    ended: (plan, endMs) => caches.ended(plan, endMs),
    finish: lanes.finish,
  };
}

type Serving = {
  readonly wire: MockWire;
  readonly request: MockRequest;
  readonly number: number;
  readonly requestId: string;
  readonly options: MockOptions;
  readonly caches: MockedCaches;
  readonly lanes: Lanes;
  readonly prompts: PromptLog;
  readonly counter: PromptCounter;
  readonly contents: MockedContents;
  readonly threads: MockedThreads;
  readonly thinking: BoundThinking;
  readonly unknown: UnknownModels;
};

function answer(given: PromptRequest, serving: Serving): ResponsePlan {
  const { wire, request, requestId, options, caches } = serving;
  const rules = options.rules ?? rulesOfPrompt({ ...given, headers: request.headers }, options.caches);
  const isKnown = given.layout === options.like;
  const rejection = isKnown ? knownFault(given, wire.name, request, rules) : given.findFault(rules);
  if (rejection !== null) return planRejection(wire, rejection, requestId);
  const bound = boundThinking(given, serving);
  if ("rejection" in bound) return planRejection(wire, bound.rejection, requestId);
  const asked = { ...given, layout: bound.layout };
  const chain = chainFor(asked, request, { ...options, rules, id: requestId, counter: serving.counter });
  serving.unknown.see(chain, rules);
  const used = serving.contents.use(asked, request.nowMs, asked.project ?? "");
  if (used !== null && "status" in used) return planRejection(wire, used, requestId);
  const total = used?.usage.total ?? chain.total;
  if (asked.wants === "count") return planDocument(wire, asked.renderCount(total), requestId);
  const long = { ...asked, dialect: asked.layout.dialect, headers: request.headers };
  const overflow = findOverflow(long, total);
  if (overflow !== null) return planRejection(wire, overflow, requestId);
  const turn = nextTurn(asked, serving);
  if ("fault" in turn) {
    return planRejection(wire, { ...wire.errors.usual(400), message: turn.fault.what }, requestId);
  }
  const { model } = asked;
  const prediction = used ?? caches.predict(rules, chain, request.nowMs);
  const prompt = { layout: asked.layout, chain, rules };
  const diagnosis = { ...serving.prompts.diagnose(prompt, turn.name, prediction.usage.read), ...bound.members };
  const asking = { wire, asked, requestId, model, rules, prediction, nowMs: request.nowMs, diagnosis };
  remember(given, turn, serving);
  return caches.expect(planStep(turn.step, { ...asking, ...turn }), rules, plannedAnswer(turn.step));
}

function boundThinking({ layout, model, content }: PromptRequest, { thinking, request }: Serving): BoundPrompt {
  return content === undefined ? { layout, members: {} } : thinking.check(layout, model, request.headers);
}

/** The state that later requests may refer to: the conversation of a thread, and the one that thinking was made in. */
function remember(
  { layout, model, content }: PromptRequest,
  { name, step: { reply } }: { readonly name: string; readonly step: Step },
  { threads, thinking, request }: Serving,
): void {
  if (content === undefined || reply.kind === "error") return;
  const blocks = content({ name, message: reply });
  threads.keep(layout, `msg_${name}`, blocks, request.nowMs);
  const signatures = blocks.flatMap(({ signature }) => (typeof signature === "string" ? [signature] : []));
  thinking.sign(layout, model, signatures);
}

function nextTurn(
  { wants, layout, callMarks }: PromptRequest,
  { request: { headers }, number, lanes }: Serving,
): (Omit<Turn, "lane"> & { readonly lane: string | null }) | { readonly fault: MockFault } {
  if (wants === "warm-up") return { lane: null, follows: null, name: `prewarm_${number}`, step: PRE_WARMED };
  return lanes.next({ named: laneNamedIn(headers), number, layout, callMarks });
}

function chainFor(
  { layout, model, provider }: PromptRequest,
  request: MockRequest,
  {
    rules,
    tokens,
    workspace: usual = USUAL_WORKSPACE,
    id,
    counter,
  }: Omit<MockOptions, "rules" | "script"> &
    Pick<Serving, "counter"> & { readonly rules: ProviderRules; readonly id: string },
): PromptChain {
  const scope = cacheScope({ id, headers: request.headers, layout }, rules);
  // A gateway asks its upstream with a key of its own.
  const account = provider === rules.provider ? "" : `\n${provider}`;
  const workspace = `${workspaceOf(request) ?? usual}${account}`;
  const scoped = scope === "" ? workspace : `${workspace}\n${scope}`;
  const context = cacheContext(layout, { rules, model, workspace: scoped });
  const chainBy = (by: TokenCounter): PromptChain => chainOf(layout, { ...context, tokens: by });
  return tokens === undefined ? counter.count(layout, chainBy) : chainBy(tokens);
}

/** A warm-up asks for no answer: it fills the cache, and no step of the script is used. */
const PRE_WARMED: Step = {
  reply: { kind: "message", content: [], stopReason: "max_tokens" },
  hold: null,
  cutAfterEvents: null,
};
