import { betaMembers } from "../../cache-model/cache-scope.ts";
import { wireNamed } from "../../wires/list.ts";
import type { DifferingSetting } from "../changes/differing-settings.ts";
import type { Evidence } from "../evidence.ts";
import { sameValue } from "../reading/json-value.ts";
import { missedAll } from "./unexplained.ts";

/**
 * Top-level members outside the prefix that differ and that forkproof does not know, where the fork read 0 and nothing known explains it.
 * A provider may render any of them into the prompt. Empty for all other pairs.
 */
export function unknownMembers(evidence: Evidence): readonly DifferingSetting[] {
  return differingMembers(evidence, (name) => !isKnown(name, evidence));
}

/** Members that send a request to another upstream (OpenRouter), on the same terms. */
export function upstreamMembers(evidence: Evidence): readonly DifferingSetting[] {
  return differingMembers(evidence, (name) => name === UPSTREAM);
}

function differingMembers(evidence: Evidence, isMeant: (name: string) => boolean): readonly DifferingSetting[] {
  const { parent, child, sameSettings } = evidence;
  if (sameSettings()) return [];
  const [before, after] = [bySnakeCase(parent.parameters()), bySnakeCase(child.parameters())];
  const names = new Set([...before.keys(), ...after.keys()]);
  const differing = [...names].flatMap((name): readonly DifferingSetting[] => {
    const [was, is] = [before.get(name), after.get(name)];
    if (!isMeant(name) || sameValue(was?.sent, is?.sent)) return [];
    const [one, other] = [was, is].map((each) => ({ sent: each?.sent, taken: undefined }));
    return one === undefined || other === undefined
      ? []
      : [{ name: (is ?? was)?.name ?? name, parent: one, child: other }];
  });
  return differing.length > 0 && missedAll(evidence) ? differing : [];
}

type Member = { readonly name: string; readonly sent: unknown };

/** Protocol buffers' JSON takes a name in either of its spellings. */
function bySnakeCase(parameters: Readonly<Record<string, unknown>>): ReadonlyMap<string, Member> {
  return new Map(Object.entries(parameters).map(([name, sent]) => [snakeCase(name), { name, sent }]));
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isKnown(name: string, { child }: Evidence): boolean {
  const { settings } = wireNamed(child.layout.dialect);
  const fields = Object.values(settings).flatMap((spellings) => spellings.map((each) => each.name));
  return KNOWN.has(name) || [...fields, ...betaMembers].some((field) => snakeCase(field.split(".")[0] ?? "") === name);
}

const UPSTREAM = "provider";

/**
 * Members that are not prompt, or that codes of their own compare: the model, breakpoints and lifetimes, sampling and limits, what is
 * returned, stored or reported, and who asks.
 */
const KNOWN: ReadonlySet<string> = new Set(
  [
    `${UPSTREAM} model cache_control prompt_cache_options prompt_cache_retention previous_response_id ttl`,
    "temperature top_p top_k min_p n best_of seed stop stop_sequences logit_bias logprobs top_logprobs",
    "presence_penalty frequency_penalty repetition_penalty max_tool_calls max_turns inference_config",
    "stream stream_options include include_reasoning usage store background service generate type diagnostics",
    "additional_model_response_field_paths anthropic_version fallback_credit_token billing_policy",
    "metadata client_metadata request_metadata labels user user_id user_profile_id user_prompt_id",
    "request_id session_id trace safety_identifier safety_settings",
  ].flatMap((names) => names.split(" ")),
);
