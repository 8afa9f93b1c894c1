import type { CounterTimeline } from "../kernel/inspection/counter-timeline.ts";
import { terminalSafe } from "../kernel/text/terminal-safe.ts";
import type { TextStyle } from "../kernel/text/text-style.ts";
import { type CounterTexts, counterTexts } from "./counters/counter-texts.ts";
import { sumLines } from "./counters/sum-lines.ts";
import { SUMS_LIMITS } from "./counters/sum-table.ts";
import { headed, labelled, makeTextLayout, type TextLayout } from "./tables/text-layout.ts";

const SHOWN = { sessions: 6, rows: 6 };

const LABEL = 10;

/** Sessions of which only counters survive, for a person. */
export function renderCounters(timeline: CounterTimeline, style: TextStyle): string {
  const { sums } = timeline;
  const sheet = makeTextLayout(style);
  const { sessions, more, limits } = counterTexts(timeline, SHOWN);
  const lines = [
    ...sessions.flatMap((session) => [...sessionLines(session, sheet), ""]),
    ...(more === null ? [] : [more, ""]),
    ...[...Map.groupBy(sums, ({ source }) => source)].flatMap(([source, rows]) => [
      ...sumLines(source, rows, sheet),
      "",
    ]),
    ...(sums.length === 0 ? [] : labelled("sums", SUMS_LIMITS, LABEL, sheet)),
    ...limits.flatMap((text) => labelled("limits", text, LABEL, sheet)),
  ];
  return terminalSafe(lines.map((line) => `${line.trimEnd()}\n`).join(""));
}

function sessionLines({ name, counts, facts }: CounterTexts["sessions"][number], sheet: TextLayout): readonly string[] {
  return [
    ...headed(name, sheet.paint.strong, counts, 2, sheet),
    ...facts.flatMap(({ label, texts }) =>
      texts.flatMap((text, at) => labelled(at === 0 ? label : "", text, LABEL, sheet)),
    ),
  ];
}
