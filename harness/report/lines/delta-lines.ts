import type { BaselineComparison, BaselineDelta } from "../../kernel/baseline-comparison.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { formatCount } from "../../kernel/text/format-count.ts";
import { cutInMiddle, displayWidth } from "../tables/display-width.ts";
import type { TextLayout } from "../tables/text-layout.ts";

/** Differences that gate nothing, beyond this number, are counted: the ones that fail are all shown. */
const SHOWN_NOTES = 20;

/** What was compared, then a line for each difference: `!` fails the run, `·` does not. */
export function deltaLines(comparison: BaselineComparison, sheet: TextLayout): readonly string[] {
  const { deltas } = comparison;
  const gates = deltas.filter((each) => each.gates);
  const notes = deltas.filter((each) => !each.gates);
  const texts = [...gates, ...notes.slice(0, SHOWN_NOTES)].map((delta) => ({ delta, text: deltaText(delta) }));
  const widest = Math.max(0, ...texts.map(({ text }) => displayWidth(text)));
  const room = Math.max(16, sheet.columns - widest - 4);
  const names = Math.min(room, Math.max(0, ...texts.map(({ delta }) => displayWidth(delta.id))));
  const hidden = notes.length - SHOWN_NOTES;
  return [
    comparedText(comparison),
    ...texts.map(({ delta, text }) => {
      const name = cutInMiddle(escapeControlChars(delta.id), names);
      const line = `${delta.gates ? "!" : "·"} ${name}${" ".repeat(names - displayWidth(name))}  ${text}`;
      return delta.gates ? sheet.paint.bad(line) : line;
    }),
    ...(hidden > 0 ? [`and ${formatCount(hidden)} more: the JSON report has them all`] : []),
  ];
}

export function comparedText({ file, compared, of, skipped = 0, sameDates }: BaselineComparison): string {
  const left = [
    ...(compared + skipped === of ? [] : ["selection"]),
    ...(skipped === 0 ? [] : [`${formatCount(skipped)} skipped both times`]),
  ];
  const selection = left.length === 0 ? "" : ` (${left.join("; ")})`;
  const dates = sameDates ? "" : "; cache rules or prices have other dates, so costs gate nothing";
  return `compared ${formatCount(compared)} of ${formatCount(of)} baseline jobs${selection}: ${escapeControlChars(file)}${dates}`;
}

/** `usd 0.0017 -> 0.0031`, `cause CB302 is new`, `vanished`, `unknown usd: 0 -> 2 values`. */
export function deltaText({ what, was, now }: BaselineDelta): string {
  if (was === null && now === null) return what;
  if (what === "cause") return was === null ? `cause ${now} is new` : `cause ${was} is gone`;
  if (what.startsWith("unknown ")) return `${what}: ${was} -> ${now} values`;
  if (typeof was === "number" && typeof now === "number") {
    const digits = digitsFor(was, now);
    return `${what} ${was.toFixed(digits)} -> ${now.toFixed(digits)}`;
  }
  return `${what} ${was ?? "unknown"} -> ${now ?? "unknown"}`;
}

/** Whole numbers as they are; others with as many digits as it takes to distinguish them, at least four. */
function digitsFor(was: number, now: number): number {
  if (Number.isInteger(was) && Number.isInteger(now)) return 0;
  const apart = [4, 5, 6, 7, 8].find((digits) => was.toFixed(digits) !== now.toFixed(digits));
  return apart ?? 9;
}
