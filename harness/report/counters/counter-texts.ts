import type { CountedSession, CounterTimeline, SpikeCircumstance } from "../../kernel/inspection/counter-timeline.ts";
import { formatCount, pluralize } from "../../kernel/text/format-count.ts";

/** A timeline by counters in words, for the terminal and for the page. */
export type CounterTexts = {
  readonly sessions: readonly {
    readonly name: string;
    readonly counts: string;
    readonly facts: readonly CounterFact[];
  }[];
  /** Says how many sessions are not listed; null if all are. */
  readonly more: string | null;
  /** What counters cannot show; empty for a report of sums. */
  readonly limits: readonly string[];
};

export type CounterFact = { readonly label: string; readonly texts: readonly string[] };

/** So many sessions, and rows of one kind, are listed. */
export type CounterLimits = { readonly sessions: number; readonly rows: number };

/** Sessions of which only counters survive: those that paid most again first. */
export function counterTexts({ sessions, sums }: CounterTimeline, limits: CounterLimits): CounterTexts {
  const ranked = sessions.toSorted((one, other) => paidAgain(other) - paidAgain(one));
  const more = ranked.length - limits.sessions;
  const hasSessions = sessions.some(({ batch }) => batch === null);
  return {
    sessions: ranked.slice(0, limits.sessions).map((session) => ({
      name: session.name,
      counts: countsOf(session),
      facts: factsOf(session, limits.rows),
    })),
    more: more > 0 ? `${pluralize(more, "more session")}: --json lists ${more === 1 ? "it" : "them"}` : null,
    limits: [
      ...(hasSessions || (sessions.length === 0 && sums.length === 0) ? [LIMITS] : []),
      ...(sessions.some(({ batch }) => batch !== null) ? [BATCH] : []),
    ],
  };
}

const LIMITS =
  "These are counters without prompts: they show when tokens were paid again, not which text changed. forkproof record -- COMMAND records " +
  "what is needed to name the cause.";

const BATCH =
  "A batch runs its requests in any order, so its counters show no pauses and no spikes. Name the file of its requests, too, and their " +
  "prompts are compared: forkproof inspect REQUESTS RESPONSES.";

function paidAgain({ spikes }: CountedSession): number {
  return spikes.reduce((sum, { again }) => sum + again, 0);
}

function countsOf({ requests, uncounted, models }: CountedSession): string {
  return [
    pluralize(requests, "request"),
    ...(uncounted === 0 ? [] : [`${formatCount(uncounted)} without counters`]),
    models === null ? "models unknown" : models.join(", "),
  ].join(", ");
}

function factsOf(session: CountedSession, most: number): readonly CounterFact[] {
  const { prompt, read, requests, uncounted, batch, idle, switches, spikes, from, models } = session;
  const sums = [
    { label: "read", texts: [`${percent(read, prompt)} of ${formatCount(prompt)} prompt tokens`] },
    { label: "written", texts: [writtenText(session)] },
  ];
  if (batch !== null) {
    const counted = requests - uncounted;
    const [nothing, all] = [formatCount(batch.readNothing), pluralize(counted, "request")];
    return [...sums, { label: "no read", texts: [`${nothing} of ${all}`] }];
  }
  const few = requests - uncounted < 2 ? "unknown: fewer than two requests have counters" : null;
  const idleUnknown = few ?? (from === null ? "unknown: no request has a time" : null);
  const modelUnknown = few ?? (models === null ? "unknown: no request names its model" : null);
  return [
    ...sums,
    rows(
      "idle",
      idle,
      most,
      (gap) => `${formatCount(gap.minutes)} min before ${placeOf(gap)}: ${readText(gap)}`,
      idleUnknown,
    ),
    rows(
      "model",
      switches,
      most,
      (each) => `${each.was} to ${each.now} at ${placeOf(each)}: ${readText(each)}`,
      modelUnknown,
    ),
    rows(
      "spikes",
      spikes,
      most,
      (spike) => `${placeOf(spike)}: ${formatCount(spike.again)} tokens paid again, ${afterText(spike.after)}`,
      few,
    ),
  ];
}

function writtenText({ written, rewriteFactor, largestContext }: CountedSession): string {
  const largest = `the largest context (${formatCount(largestContext)})`;
  if (written === null || rewriteFactor === null) return `unknown: these counters do not show writes; ${largest}`;
  return `${formatCount(written)} tokens, ${rewriteFactor.toFixed(1)} times ${largest}`;
}

/** `unknown` says why there may be rows that the counters do not show. */
function rows<T>(
  label: string,
  all: readonly T[],
  most: number,
  textOf: (each: T) => string,
  unknown: string | null,
): CounterFact {
  if (all.length === 0) return { label, texts: [unknown ?? "none"] };
  const more = all.length - most;
  return {
    label,
    texts: [...all.slice(0, most).map(textOf), ...(more > 0 ? [`${formatCount(more)} more: see --json`] : [])],
  };
}

function placeOf({ id, at }: { readonly id: string; readonly at: string | null }): string {
  return at === null ? id : `${id} (${at.slice(0, 10)} ${at.slice(11, 16)} UTC)`;
}

function readText({ read, previousContext }: { readonly read: number; readonly previousContext: number }): string {
  return `it read ${formatCount(read)} tokens; the request before it had ${formatCount(previousContext)}`;
}

const WORDS: Readonly<Record<SpikeCircumstance, string>> = {
  idle: "after the pause",
  model: "after the switch of model",
  shrunk: "in a prompt less than half as long as the one before it (a compaction, or another conversation)",
};

function afterText(after: readonly SpikeCircumstance[]): string {
  if (after.length > 0) return after.map((each) => WORDS[each]).join(" and ");
  return "for no reason that counters show";
}

function percent(part: number, whole: number): string {
  return whole === 0 ? "?" : `${Math.round((100 * part) / whole)} %`;
}
