import type { CountedSession, CounterTimeline, SpikeCircumstance } from "../kernel/inspection/counter-timeline.ts";
import { formatCount, pluralize } from "../kernel/text/format-count.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { sumLines } from "./tables/sum-lines.ts";
import { headed, labelled, makeTextLayout, type TextLayout } from "./tables/text-layout.ts";

/** So many rows of one kind, and so many sessions, are printed. */
const SHOWN = 6;

const LABEL = 10;

/** Sessions of which only counters survive, for a person: those that paid most again first. */
export function renderCounters({ sessions, sums }: CounterTimeline, style: TextStyle): string {
  const sheet = makeTextLayout(style);
  const ranked = sessions.toSorted((one, other) => paidAgain(other) - paidAgain(one));
  const lines = ranked.slice(0, SHOWN).flatMap((session) => [...sessionLines(session, sheet), ""]);
  const more = ranked.length - SHOWN;
  if (more > 0) lines.push(`${pluralize(more, "more session")}: --json lists ${more === 1 ? "it" : "them"}`, "");
  for (const [source, rows] of Map.groupBy(sums, (row) => row.source)) lines.push(...sumLines(source, rows, sheet), "");
  if (sums.length > 0) lines.push(...labelled("sums", SUMS, LABEL, sheet));
  if (sessions.length > 0 || sums.length === 0) lines.push(...labelled("limits", LIMITS, LABEL, sheet));
  return terminalSafe(lines.map((line) => `${line.trimEnd()}\n`).join(""));
}

const LIMITS =
  "These are counters without prompts: they show when tokens were paid again, not which text changed. forkproof record -- COMMAND records " +
  "what is needed to name the cause.";

const SUMS =
  "Each row sums many requests: it shows when the share of reads fell, not which request lost its prefix, nor why. ccusage session --id ID --json lists " +
  "single requests; forkproof record -- COMMAND records what is needed to name the cause.";

function paidAgain({ spikes }: CountedSession): number {
  return spikes.reduce((sum, { again }) => sum + again, 0);
}

function sessionLines(session: CountedSession, sheet: TextLayout): readonly string[] {
  const { requests, uncounted, models, prompt, read } = session;
  const counts = [
    pluralize(requests, "request"),
    ...(uncounted === 0 ? [] : [`${formatCount(uncounted)} without counters`]),
    models === null ? "models unknown" : models.join(", "),
  ];
  return [
    ...headed(session.name, sheet.paint.strong, counts.join(", "), 2, sheet),
    ...labelled("read", `${percent(read, prompt)} of ${formatCount(prompt)} prompt tokens`, LABEL, sheet),
    ...labelled("written", writtenText(session), LABEL, sheet),
    ...rows(
      "idle",
      session.idle,
      (gap) => `${formatCount(gap.minutes)} min before ${placeOf(gap)}: ${readText(gap)}`,
      sheet,
    ),
    ...rows(
      "model",
      session.switches,
      (each) => `${each.was} to ${each.now} at ${placeOf(each)}: ${readText(each)}`,
      sheet,
    ),
    ...rows(
      "spikes",
      session.spikes,
      (spike) => `${placeOf(spike)}: ${formatCount(spike.again)} tokens paid again, ${afterText(spike.after)}`,
      sheet,
    ),
  ];
}

function writtenText({ written, rewriteFactor, largestContext }: CountedSession): string {
  const largest = `the largest context (${formatCount(largestContext)})`;
  if (written === null || rewriteFactor === null) return `unknown: these counters do not tell writes; ${largest}`;
  return `${formatCount(written)} tokens, ${rewriteFactor.toFixed(1)} times ${largest}`;
}

function rows<T>(label: string, all: readonly T[], textOf: (each: T) => string, sheet: TextLayout): readonly string[] {
  if (all.length === 0) return labelled(label, "none", LABEL, sheet);
  const more = all.length - SHOWN;
  const texts = [...all.slice(0, SHOWN).map(textOf), ...(more > 0 ? [`${formatCount(more)} more: see --json`] : [])];
  return texts.flatMap((text, at) => labelled(at === 0 ? label : "", text, LABEL, sheet));
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
