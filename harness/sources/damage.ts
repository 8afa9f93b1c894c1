import type { DamagedLine } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { formatCount, pluralize } from "../kernel/text/format-count.ts";

/** Collects the lines of a recording that cannot be read, each once. */
export class Damage {
  readonly #lines = new Map<string, DamagedLine>();

  note({ message: what, where }: HarnessError, isUnfinished: boolean = false): void {
    const place = where ?? "";
    if (!this.#lines.has(place)) this.#lines.set(place, { where: place, what, isUnfinished });
  }

  lines(): readonly DamagedLine[] {
    return [...this.#lines.values()];
  }

  /**
   * A last line that is still being written is not damaged.
   *
   * @throws HarnessError HX213 if more than `most` (from 0 to 1) of all lines are damaged, of which `readable` could be read
   */
  check(readable: number, most: number): void {
    const damaged = this.lines().filter(({ isUnfinished }) => !isUnfinished);
    const all = readable + damaged.length;
    if (damaged.length <= most * all) return;
    throw new HarnessError({
      code: "HX213",
      what: `${formatCount(damaged.length)} of ${pluralize(all, "line")} cannot be read: ${reasons(damaged)}`,
      where: damaged[0]?.where ?? null,
      fix: `record again, or allow more with --max-damaged (it is ${percent(most)})`,
      exit: 3,
    });
  }
}

/** So many reasons are given. */
const SHOWN = 3;

/** The first reasons, each with its place unless the reason names its line itself. */
export function reasons(damaged: readonly DamagedLine[]): string {
  const shown = damaged.slice(0, SHOWN).map(({ what }) => what);
  const more = damaged.length - shown.length;
  return `${shown.join("; ")}${more > 0 ? `; and ${formatCount(more)} more` : ""}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}
