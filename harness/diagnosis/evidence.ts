import type { SentExchange } from "./side-evidence.ts";
import type { SideEvidence } from "./side-evidence.ts";
import type { Layout, Segment, Unit } from "../kernel/layout.ts";
import { type PairPlay, playPair } from "../cache-model/play-pair.ts";
import type { ProviderCache } from "../providers/provider.ts";
import type { Comparison } from "../compare/compare-layouts.ts";
import type { Change } from "./changes/change.ts";
import { listChanges, comparedUnits } from "./changes/list-changes.ts";
import { type Breakpoints, readBreakpoints } from "./reading/breakpoints.ts";
import { pairCalls } from "./reading/call-pairing.ts";
import { modelOf } from "../wires/model-of.ts";
import { sameParameters } from "../wires/same-parameters.ts";
import { once } from "../kernel/memo/once.ts";
import { readMessages } from "./reading/read-messages.ts";
import { knowsAnswer } from "./facts/repeated-answer.ts";
import { readAnswered } from "./reading/read-answered.ts";
import { readParameters } from "./reading/read-parameters.ts";
import { readSystem } from "./reading/read-system.ts";
import { readTools } from "./reading/read-tools.ts";

/** The input of a rule: two requests, their comparison, and their parsed parts, which are read on first use. */
export type Evidence = {
  readonly comparison: Comparison;
  readonly provider: string | null;
  readonly parent: SideEvidence;
  readonly child: SideEvidence;
  readonly breakpoints: () => Breakpoints;
  /** The predicted answer of the provider's cache; null if the cache has no model. */
  readonly cache: () => PairPlay | null;
  /** The same with every key made and every length counted: what a cost is made of. */
  readonly wholeCache: () => PairPlay | null;
  /** Whether both write the same settings, so that no setting differs. */
  readonly sameSettings: () => boolean;
  /** The changes in the segments that diverged, in cache order. For a rule: the changes that no more specific rule explained. */
  readonly changes: readonly Change[];
  /** Whether the child is the next turn of its parent's own conversation. */
  readonly isNextTurn?: boolean;
};

export function gatherEvidence(
  comparison: Comparison,
  provider: string | null,
  parentSent: SentExchange,
  childSent: SentExchange,
  caches?: readonly ProviderCache[],
  /** Where more than these two met one cache. */
  play?: PairPlay,
): Evidence {
  const { segments } = comparison;
  const parent = gatherSide(comparison.parent, parentSent, (segment) => comparedUnits(comparison, segment));
  const child = gatherSide(comparison.child, childSent, (segment) => segments[segment].child);
  const breakpoints = once(() => {
    const { headers } = childSent;
    return readBreakpoints(comparison, { provider, model: child.model() ?? "", headers }, caches);
  });
  const cache = once(
    () => play ?? (provider === null ? null : playPair(provider, played(parent), inTime(parent, child), caches)),
  );
  const wholeCache = (): PairPlay | null => cache()?.whole?.() ?? cache();
  const sameSettings = once(
    () => sameParameters(comparison.parent, comparison.child) && parent.model() === child.model(),
  );
  const changes = listChanges(comparison, parent, child);
  return { comparison, provider, parent, child, breakpoints, cache, wholeCache, sameSettings, changes };
}

function played({ layout, model, exchange }: SideEvidence): Parameters<typeof playPair>[1] {
  const { startedAtMs, firstByteMs, headers, host, path } = exchange;
  return { layout, model: model() ?? "", startedAtMs, firstByteMs, headers, host, path };
}

/** A child that repeats its parent's answer was sent behind it. Times that say otherwise are too coarse, or of two clocks: they are unknown. */
function inTime(parent: SideEvidence, child: SideEvidence): ReturnType<typeof played> {
  const { startedAtMs, firstByteMs } = parent.exchange;
  const sent = played(child);
  const isEarly = (sent.startedAtMs ?? Infinity) < (startedAtMs ?? -Infinity) + (firstByteMs ?? 0);
  return isEarly && knowsAnswer({ parent, child }) ? { ...sent, startedAtMs: null } : sent;
}

/** True where the shared part of `segment` ends too early. */
export function isDiverged({ segments }: Comparison, segment: Segment): boolean {
  return segments[segment].end.is === "diverged";
}

function gatherSide(
  layout: Layout,
  exchange: SentExchange,
  unitsOf: (segment: Segment) => readonly Unit[],
): SideEvidence {
  const parameters = once(() => readParameters(layout));
  return {
    layout,
    exchange,
    tools: once(() => readTools(layout, unitsOf("tools"))),
    system: once(() => readSystem(layout, unitsOf("system"))),
    messages: once(() => readMessages(layout, unitsOf("messages"))),
    parameters,
    model: once(() => modelOf(layout, exchange.path)),
    callPairing: once(() => pairCalls(layout)),
    answered: once(() => readAnswered(layout.dialect, exchange)),
  };
}
