import { hash } from "node:crypto";
import { leftOutBy } from "../../../compare/left-out.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { wireNamed } from "../../../wires/list.ts";
import { continuesSession, type SequenceRule, type Step } from "../../sequence-rule.ts";
import { unitKey } from "../../unit-key.ts";

/** Two agents under one key may be intended; a third prefix that shares nothing with the others is too many. */
const MANY = 3;

export const cacheKeyOvershared: SequenceRule = {
  code: "CB602",
  slug: "cache-key-overshared",
  segment: "routing",
  severity: "medium",
  weight: "beside",
  providerReason: null,
  title: "Conversations that share no prefix are sent under one cache key",
  when: "Three requests or more that begin something of their own, without a common first block, carry one cache key. A note where the provider has no keys.",
  why: "A key sends requests to the machine that holds their prefix. Prefixes that have nothing in common crowd each other out there. Once a key is too busy, the provider spreads its requests over other machines, where nothing is stored.",
  fix: "Give each agent with a prompt of its own a key of its own; forks keep their parent's.",
  example: {
    broken: keyed("session", "session", "session"),
    fixed: keyed("session-review", "session-title", "session-search"),
    provider: "openrouter",
  },
  watch() {
    const prefixes = new Map<string, Set<string>>();
    return (step) => {
      const key = continuesSession(step) ? null : keyOf(step);
      if (key === null) return null;
      const under = prefixes.get(key.value) ?? new Set();
      prefixes.set(key.value, under);
      const [before] = [under.size, under.add(firstBlock(step.layout))];
      if (under.size !== MANY || before === MANY) return null;
      const observed = `${MANY} prompts without a common first block were sent under one ${key.name}`;
      return { names: [key.name], observed };
    };
  },
};

/** The key as it is written, with the host: another provider's machines know nothing of it. */
function keyOf({ layout, sent }: Step): { readonly name: string; readonly value: string } | null {
  for (const { name } of wireNamed(layout.dialect).settings["cache-key"]) {
    const parameter = layout.parameters.find((each) => each.name === name);
    const value =
      parameter === undefined ? "null" : layout.body.toString("utf8", parameter.value.start, parameter.value.end);
    if (value !== "null") return { name, value: `${sent.host ?? ""} ${name} ${value}` };
  }
  return null;
}

function firstBlock(layout: Layout): string {
  const first = layout.units.find((unit) => unit.unit === "block" && leftOutBy(layout, unit) === null);
  return first === undefined ? "" : hash("sha1", unitKey(layout.body, first), "base64");
}

function keyed(...keys: readonly string[]): SequenceRule["example"]["broken"] {
  const agents = ["You review code.", "You write titles.", "You search the archive."];
  return agents.map((system, at) => ({
    body: `{"model":"m","prompt_cache_key":"${keys[at]}","system":"${system}","messages":[{"role":"user","content":"task ${at}"}]}`,
  }));
}
