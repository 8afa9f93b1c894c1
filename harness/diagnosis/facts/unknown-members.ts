import { betaMembers } from "../../cache-model/cache-scope.ts";
import { memoizeByObject } from "../../kernel/memo/memoize-by-object.ts";
import { snakeCase } from "../../kernel/text/snake-case.ts";
import { wireNamed } from "../../wires/list.ts";
import type { SettingField } from "../../wires/settings.ts";
import type { Wire } from "../../wires/wire.ts";
import type { DifferingSetting } from "../changes/differing-settings.ts";
import type { Evidence } from "../evidence.ts";
import { isJsonObject, sameValue } from "../reading/json-value.ts";
import { reportedRead } from "./served-prefix.ts";
import { shorterThanPrefix } from "./shorter-than-prefix.ts";
import { missedAll } from "./unexplained.ts";

/**
 * Members outside the prefix that differ and that forkproof does not know, where the fork may have lost by them: it read 0 and nothing known
 * explains it, or its counters are unknown. A provider may render any of them into the prompt. Empty for all other pairs.
 */
export function unknownMembers(evidence: Evidence): readonly DifferingSetting[] {
  const differing = differingMembers(evidence, (name, paths) => !isKnown(name, paths));
  return differing.length > 0 && mayHaveLost(evidence) ? differing : [];
}

/** Members that send a request to another upstream (OpenRouter), on the same terms, where the fork read 0. */
export function upstreamMembers(evidence: Evidence): readonly DifferingSetting[] {
  const differing = differingMembers(evidence, (name) => name === UPSTREAM);
  return differing.length > 0 && missedAll(evidence) ? differing : [];
}

/** A reported read above 0 shows that nothing was lost. */
function mayHaveLost(evidence: Evidence): boolean {
  if (reportedRead(evidence) !== null) return missedAll(evidence);
  if (evidence.comparison.verdict === "diverged" || shorterThanPrefix(evidence) !== null) return false;
  const play = evidence.cache();
  return play?.end !== null && play?.isShared === true;
}

function differingMembers(
  evidence: Evidence,
  isMeant: (name: string, paths: readonly string[]) => boolean,
): readonly DifferingSetting[] {
  const { parent, child, sameSettings } = evidence;
  if (sameSettings()) return [];
  const { paths, opened } = knownPaths(wireNamed(child.layout.dialect));
  const [before, after] = [parent, child].map((side) => bySnakeCase(side.parameters(), opened));
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].flatMap((name): readonly DifferingSetting[] => {
    const [was, is] = [before?.get(name), after?.get(name)];
    if (sameValue(was?.sent, is?.sent) || !isMeant(name, paths)) return [];
    const side = (member: Member | undefined): DifferingSetting["parent"] => ({ sent: member?.sent, taken: undefined });
    return [{ name: (is ?? was)?.name ?? name, parent: side(was), child: side(is) }];
  });
}

type Member = { readonly name: string; readonly sent: unknown };

/**
 * Protocol buffers' JSON takes a name in either of its spellings. An object of which forkproof knows some members is taken apart:
 * `thinking.type`.
 */
function bySnakeCase(
  parameters: Readonly<Record<string, unknown>>,
  opened: ReadonlySet<string>,
): ReadonlyMap<string, Member> {
  return new Map(
    Object.entries(parameters).flatMap(([name, sent]): readonly (readonly [string, Member])[] => {
      if (!opened.has(snakeCase(name)) || !isJsonObject(sent)) return [[snakeCase(name), { name, sent }]];
      const inner = Object.entries(sent).map(([key, value]) => ({ name: `${name}.${key}`, sent: value }));
      return inner.map((member) => [snakeCase(member.name), member]);
    }),
  );
}

function isKnown(name: string, paths: readonly string[]): boolean {
  return KNOWN.has(name) || paths.some((path) => path === name || path.startsWith(`${name}.`));
}

type KnownPaths = { readonly paths: readonly string[]; readonly opened: ReadonlySet<string> };

/** Each member that a setting names, in snake case; a part of one behind a dot. And which are named by their parts. */
const knownPaths = memoizeByObject(({ settings }: Wire): KnownPaths => {
  const named = Object.values(settings).flatMap((fields) => fields.flatMap(pathsOf));
  const paths = [...named, ...betaMembers].map(snakeCase);
  return { paths, opened: new Set(paths.flatMap((path) => (path.includes(".") ? [path.split(".")[0] ?? ""] : []))) };
});

function pathsOf({ name, members }: SettingField): readonly string[] {
  return members === undefined ? [name] : members.map((inner) => `${name}.${inner}`);
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
    "thinking.display reasoning.summary reasoning.generate_summary reasoning.exclude container.id",
    "additional_model_request_fields.top_k",
    inGeneration("temperature top_p top_k seed stop_sequences candidate_count presence_penalty"),
    inGeneration("frequency_penalty logprobs response_logprobs"),
  ].flatMap((names) => names.split(" ")),
);

/** Gemini keeps what others have at the top in one member. */
function inGeneration(names: string): string {
  return names.replaceAll(/\w+/g, "generation_config.$&");
}
