import { context, SpanStatusCode, trace, type Attributes, type Span, type Tracer } from "@opentelemetry/api";
import { cacheBreak, fields, spanName, toolDenied, type EventSpec } from "../../telemetry/fork-span.ts";
import { isCacheBreak } from "../breaks/detect-cache-break.ts";
import type { ForkEvent } from "../fork-event.ts";
import type { RunObserver } from "./run-log.ts";
import type { ForkResult } from "../fork-result.ts";

/** The facts about a run that are known at its start. */
export type RunFacts = {
  readonly runId: string;
  readonly agentId: string | null;
  readonly parentAgent: string | null;
  readonly label: string;
  readonly source: string;
  readonly mode: string;
  readonly skipTranscript: boolean;
  readonly cacheKeyHash: string;
  readonly strategy: string;
  readonly depth: number;
  readonly model: string | null;
  /** Of the parent's request body. */
  readonly parentBytes: number;
};

/** The span of an unfinished run. */
export type RunTrace = {
  readonly observe: RunObserver;
  /** Runs work inside the span, so that spans of the client and of tools hang below it. */
  readonly within: <T>(work: () => T) => T;
  readonly finish: (result: ForkResult) => void;
};

/** By default, the tracer of the registered SDK. Without an SDK it does nothing. */
export function traceRun(facts: RunFacts, tracer: Tracer = trace.getTracer("forkproof")): RunTrace {
  const span = tracer.startSpan(spanName, { attributes: startAttributes(facts) });
  return {
    observe: (event) => addToSpan(span, facts, event),
    within: (work) => context.with(trace.setSpan(context.active(), span), work),
    finish: (result) => {
      span.setAttributes(endAttributes(result));
      if (result.stop.cause === "error") span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}

function startAttributes(facts: RunFacts): Attributes {
  return {
    [fields.operation.name]: "invoke_agent",
    [fields.runId.name]: facts.runId,
    ...(facts.agentId === null ? {} : { [fields.agentId.name]: facts.agentId }),
    ...(facts.parentAgent === null ? {} : { [fields.parentAgent.name]: facts.parentAgent }),
    [fields.label.name]: facts.label,
    [fields.querySource.name]: facts.source,
    [fields.mode.name]: facts.mode,
    [fields.skipTranscript.name]: facts.skipTranscript,
    [fields.cacheKeyHash.name]: facts.cacheKeyHash,
    [fields.strategy.name]: facts.strategy,
    [fields.depth.name]: facts.depth,
    ...(facts.model === null ? {} : { [fields.model.name]: facts.model }),
  };
}

function endAttributes({ stop, turns, decisions, firstTurnRatio, usage }: ForkResult): Attributes {
  const { prompt, read, write, output } = usage;
  const counters = [
    [fields.firstTurnRatio.name, firstTurnRatio],
    [fields.inputTokens.name, prompt],
    [fields.readTokens.name, read],
    [fields.writtenTokens.name, write],
    [fields.outputTokens.name, output],
  ] as const;
  const known = counters.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return {
    [fields.stop.name]: stop.cause,
    [fields.turns.name]: turns.length,
    [fields.toolCalls.name]: decisions.length,
    ...Object.fromEntries(known),
  };
}

function addToSpan(span: Span, facts: RunFacts, event: ForkEvent): void {
  if (event.type === "turn") {
    const { hitRatio, usage } = event.record;
    if (hitRatio === null || !isCacheBreak(event.record, facts)) return;
    const { read, write, fresh } = usage;
    addEvent(span, facts, cacheBreak, {
      hit_ratio: hitRatio,
      ...(read === null ? {} : { cache_read: read }),
      ...(write === null ? {} : { cache_creation: write }),
      ...(fresh === null ? {} : { fresh_input: fresh }),
    });
  }
  if (event.type === "decision" && event.record.decision === "deny") {
    const { tool, rule, reason } = event.record;
    addEvent(span, facts, toolDenied, { tool_name: tool, rule, reason });
  }
}

function addEvent(span: Span, { runId, label }: RunFacts, { name, level }: EventSpec, attributes: Attributes): void {
  span.addEvent(name, { level, [fields.runId.name]: runId, [fields.label.name]: label, ...attributes });
}
