import type { Normalisation, PairClass, Reusable, Verdict } from "../../harness/kernel/judgement.ts";
import type { SimulationMode } from "../../harness/kernel/simulation.ts";
import type { Segment } from "../../harness/kernel/layout.ts";
import type { ClientName, DecisionRow, PromiseName } from "../../harness/scenario/filter-form.ts";
import type { ProviderReason } from "../../harness/scenario/expectations/provider-reason.ts";
import type { StopCause } from "../../harness/scenario/expectations/stop.ts";
import type { Siblings } from "../../harness/scenario/fork-section.ts";
import type { ProviderSection } from "../../harness/scenario/provider-section.ts";
import type { ForkParent } from "../../harness/scenario/scenario.ts";
import type { StrategyOptions } from "../../harness/scenario/subjects/strategy-options.ts";

type Words<Word extends string> = readonly Word[];

/** The closed lists of words, from their types: with a word missing or too many these do not compile. */
export const verdicts: Words<Verdict> = list<Verdict>({
  "byte-identical": 0,
  "rendered-identical": 0,
  diverged: 0,
  "not-comparable": 0,
});
export const promises: Words<PromiseName> = list<PromiseName>({ literal: 0, bash: 0, confined: 0 });
export const simulationModes: Words<SimulationMode> = list<SimulationMode>({ upper: 0, lag: 0 });
export const reusables: Words<Reusable> = list<Reusable>({ yes: 0, no: 0, unknown: 0 });
export const providerReasons: Words<ProviderReason> = list<ProviderReason>({
  model_changed: 0,
  tools_changed: 0,
  system_changed: 0,
  messages_changed: 0,
  previous_message_not_found: 0,
  prompt_cache_key_changed: 0,
  service_tier_changed: 0,
  text_format_changed: 0,
  reasoning_effort_changed: 0,
  verbosity_changed: 0,
  context_compacted: 0,
  input_changed: 0,
  comparison_response_not_found: 0,
  unavailable: 0,
  none: 0,
});
export const classes: Words<PairClass> = list<PairClass>({
  initial: 0,
  identical: 0,
  extension: 0,
  shortened: 0,
  changed: 0,
  unrelated: 0,
});
export const normalisations: Words<Normalisation> = list<Normalisation>({
  cache_control: 0,
  "string-as-text-block": 0,
  "token-whitespace": 0,
  "billing-header": 0,
  "deferred-tools": 0,
  "item-id-and-key-order": 0,
});
export const segments: Words<Segment> = list<Segment>({ tools: 0, system: 0, messages: 0 });
export const stops: Words<StopCause> = list<StopCause>({
  completed: 0,
  max_turns: 0,
  length: 0,
  refusal: 0,
  aborted: 0,
  timeout: 0,
  error: 0,
});
export const decisions: Words<DecisionRow["decision"]> = list<DecisionRow["decision"]>({ allow: 0, deny: 0 });
export const starts: Words<Siblings["start"]> = list<Siblings["start"]>({ "after-first-byte": 0, together: 0 });
export const parentAnswers: Words<ForkParent["answer"]> = list<ForkParent["answer"]>({ asked: 0, recorded: 0 });
export const keptTools: Words<NonNullable<StrategyOptions["tools"]>> = list<NonNullable<StrategyOptions["tools"]>>({
  kept: 0,
  emptied: 0,
});
export const modes: Words<ProviderSection["mode"]> = list<ProviderSection["mode"]>({ mock: 0, replay: 0, live: 0 });

function list<Word extends string>(words: Readonly<Record<Word, 0>>): Words<Word> {
  return Object.keys(words) as Word[];
}

export const clients: Words<ClientName> = list<ClientName>({
  canonical: 0,
  "claude-code": 0,
  "qwen-code": 0,
  "gemini-cli": 0,
  opencode: 0,
  codex: 0,
  pi: 0,
});
