import { askedTtl } from "../../cache-model/prompt/asked-ttl.ts";
import { rulesOf } from "../../cache-model/rules/rules-of.ts";
import type { CachedRequest } from "../../providers/provider.ts";
import { modelOf } from "../../wires/model-of.ts";
import { recognise } from "../../wires/recognise.ts";
import type { Exchange } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import type { Layout, Mark } from "../../kernel/layout.ts";
import type { ForkScenario } from "../../scenario/scenario.ts";
import type { LiveOptions } from "./live-options.ts";

/**
 * Checks that the pause before a live fork, which passes in real time, ends while the provider still keeps the parent's entry.
 * Without a model of its cache, nothing is refused.
 *
 * @throws HarnessError HX316 before anything is sent
 */
export function checkForkAfter(
  { provider: { forkAfterMs }, place }: ForkScenario,
  recorded: Exchange,
  answering: ModelledProvider,
): void {
  const lifetimeMs = forkAfterMs === null ? null : lifetimeOf(recorded, answering);
  if (forkAfterMs === null || lifetimeMs === null || forkAfterMs < lifetimeMs) return;
  const [wait, kept] = [inWords(forkAfterMs), inWords(lifetimeMs)];
  throw new HarnessError({
    code: "HX316",
    what: `a live run would wait ${wait} in real time, and what the parent stores is kept for ${kept}: the fork could read nothing, and would pay for its whole prompt`,
    where: place,
    fix: `set \`provider.forkAfter\` below ${kept}, run the case with \`mode: mock\`, whose clock is virtual, or give another lifetime in a rule file (--rules)`,
    exit: 2,
  });
}

/** The provider, and the caches that model it. */
type ModelledProvider = { readonly provider: string; readonly caches: LiveOptions["caches"] };

/** The longest that an entry of this request lives; null where the provider's cache is not modelled. */
function lifetimeOf(recorded: Exchange, { provider, caches }: ModelledProvider): number | null {
  const layout = recognise(recorded)?.parseLayout(recorded.request);
  if (layout === undefined) return null;
  const marks = marksOf(layout);
  const request: CachedRequest = {
    provider,
    model: modelOf(layout, recorded.path) ?? "",
    dialect: layout.dialect,
    isMarked: marks.length > 0,
  };
  const rules = rulesOf(request, caches);
  if (rules === null) return null;
  const whole = askedTtl(layout, rules) ?? "";
  const ttlMs = rules.ttlMs.value;
  if (rules.engine === "shared-prefix") return rules.namedTtlMs?.value[whole] ?? rules.ttlMs.value;
  if (typeof ttlMs === "number") return ttlMs;
  const names = [...marks.map((mark) => ttlName(layout, mark)), whole];
  const asked = names.map((name) => ttlMs[name]).filter((each) => each !== undefined);
  return Math.max(...(asked.length === 0 ? Object.values(ttlMs) : asked));
}

function marksOf({ units, automaticMark }: Layout): readonly Mark[] {
  const own = units.flatMap((unit) => (unit.unit === "block" ? unit.marks : []));
  return automaticMark === null ? own : [...own, automaticMark];
}

/** A mark that names no lifetime means the shortest one. */
function ttlName({ body }: Layout, { value }: Mark): string {
  const named = /"ttl"\s*:\s*"(?<name>[^"]*)"/.exec(body.toString("utf8", value.start, value.end));
  return named?.groups?.["name"] ?? "5m";
}

function inWords(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 1) return `${ms / 1000} s`;
  return minutes < 60 ? `${Number(minutes.toFixed(1))} min` : `${Number((minutes / 60).toFixed(1))} h`;
}
