import type { DamagedLine } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { formatCount, pluralize } from "../kernel/text/format-count.ts";

/** How much of a recording may be unreadable. */
export type DamageLimit = {
  /** The share of its lines, from 0 to 1. */
  readonly most: number;
  /** Whether it also holds for a file whose end is missing, which may still be being written. */
  readonly isStrict: boolean;
  /** The fix for a command that has no option for the limit. */
  readonly fix?: string;
};

/** Collects the lines of a recording that cannot be read, each once. */
export class Damage {
  readonly #lines = new Map<string, DamagedLine>();
  #unread: HarnessError | null = null;

  note({ message: what, where }: HarnessError, isUnfinished: boolean = false): void {
    const place = where ?? "";
    if (!this.#lines.has(place)) this.#lines.set(place, { where: place, what, isUnfinished });
  }

  /** The same for a part of a document, whose fault names the file alone. */
  notePart({ message: what, where }: HarnessError, number: number): void {
    this.#lines.set(`${where}, ${number}`, { where: where ?? "", what, isUnfinished: false });
  }

  /** Notes a compressed file whose end is missing; the fault is for a file of which nothing else was read. */
  noteEarlyEnd(path: string): HarnessError {
    const what = "the compressed file ends early, so an unknown part of it is missing";
    this.#lines.set(path, { where: path, what, isUnfinished: true, endsEarly: true });
    return earlyEnd(path, what, "");
  }

  /** Notes a log of a folder that cannot be read: how much is missing with it is unknown. */
  noteUnread(path: string, what: string, repair: string): void {
    const fix = `${repair}, or leave it out with --max-damaged 100`;
    this.#unread ??= new HarnessError({ code: "HX226", what, where: path, fix, exit: 3 });
  }

  lines(): readonly DamagedLine[] {
    return [...this.#lines.values()];
  }

  /**
   * A last line that is still being written is not damaged, unless the limit is strict and 0.
   *
   * @throws HarnessError HX213 if more lines are damaged than the limit allows, of which `readable` could be read; HX226 under a strict
   * limit below 100 % if an unknown part is missing
   */
  check(readable: number, { most, isStrict, fix }: DamageLimit): void {
    if (this.#unread !== null && isStrict && most < 1) throw this.#unread;
    const lines = this.lines();
    const cut = lines.find(({ endsEarly }) => endsEarly === true);
    if (cut !== undefined && isStrict && most < 1)
      throw earlyEnd(cut.where, cut.what, ", or read what it holds with --max-damaged 100");
    const damaged = lines.filter(({ isUnfinished }) => !isUnfinished || (isStrict && most === 0));
    const all = readable + damaged.length;
    if (damaged.length <= most * all) return;
    const again = damaged.every(({ isUnfinished }) => isUnfinished)
      ? "wait until the last line is written, or allow a line that is not with --max-damaged 1"
      : readable === 0
        ? "record again, or write lines as forkproof inspect --help shows"
        : `record again, or allow more with --max-damaged (it is ${percent(most)})`;
    throw new HarnessError({
      code: "HX213",
      what: `${formatCount(damaged.length)} of ${pluralize(all, "line")} cannot be read: ${reasons(damaged)}`,
      where: damaged[0]?.where ?? null,
      fix: fix ?? again,
      exit: 3,
    });
  }
}

function earlyEnd(where: string, what: string, otherwise: string): HarnessError {
  return new HarnessError({ code: "HX226", what, where, fix: `copy the file again${otherwise}`, exit: 3 });
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
