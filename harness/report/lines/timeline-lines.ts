import { percentText } from "../../kernel/numbers.ts";
import type { Stretch, Timeline } from "../../kernel/inspection/timeline.ts";
import type { TextLayout } from "../tables/text-layout.ts";
import { usdText } from "../../kernel/text/usd-text.ts";

/** A line a stretch: when it starts, the share of the prompts that was read, a bar of it, and the cost of 1,000 requests. */
export function timelineLines({ by, stretches }: Timeline, { columns, paint }: TextLayout): readonly string[] {
  if (stretches.every(({ ratio, usdPerThousand }) => ratio === null && usdPerThousand === null)) return [];
  const isLong = (stretches.at(-1)?.start ?? 0) - (stretches[0]?.start ?? 0) >= DAY_MS;
  const starts = stretches.map(({ start }) => (by === "time" ? timeText(start, isLong) : `from ${start}`));
  const width = Math.max(...starts.map(({ length }) => length));
  const costs = stretches.map(costText);
  const bars = Math.max(10, Math.min(40, columns - width - 16 - Math.max(...costs.map(({ length }) => length))));
  return stretches.map((stretch, at) => {
    const label = paint.faint((at === 0 ? "ratio" : "").padEnd(7));
    const share = stretch.ratio === null ? "?" : percentText(stretch.ratio);
    const bar = "█".repeat(Math.round((stretch.ratio ?? 0) * bars)).padEnd(bars);
    return `${label}${(starts[at] ?? "").padEnd(width)}  ${share.padStart(5)}  ${bar}  ${costs[at] ?? ""}`;
  });
}

const DAY_MS = 86_400_000;

/** In UTC: a report reads the same on every machine. */
function timeText(atMs: number, isLong: boolean): string {
  const iso = new Date(atMs).toISOString();
  return isLong ? `${iso.slice(5, 10)} ${iso.slice(11, 16)}` : iso.slice(11, 16);
}

function costText({ usdPerThousand }: Stretch, at: number): string {
  if (usdPerThousand === null) return "";
  return `${usdText(usdPerThousand)}${at === 0 ? " per 1,000" : ""}`;
}
