import type { InspectedExchange } from "../kernel/inspection/inspection.ts";
import type { BuildChange } from "../kernel/inspection/build-comparison.ts";
import { pluralize } from "../kernel/text/format-count.ts";
import { type Compared, hasCost, hasRatio } from "./client-figures.ts";

/** A figure that some matched requests have in one recording only: no sum over both can show it. */
export type KnownShift = {
  readonly figure: "ratio" | "cost" | Counter;
  readonly requests: number;
  /** Requests that have it in both. */
  readonly both: number;
  /** Requests that have it before and not after; of these, the ones that the clients did not send alike. */
  readonly lost: number;
  readonly lostUnlike: number;
  readonly gained: number;
};

type Counter = (typeof COUNTERS)[number];
const COUNTERS = ["read", "write", "fresh", "output"] as const;

export function knownShifts(pairs: readonly Compared[]): readonly KnownShift[] {
  return [
    shiftOf("ratio", pairs, hasRatio),
    shiftOf("cost", pairs, hasCost),
    ...COUNTERS.map((counter) => shiftOf(counter, pairs, ({ usage }) => (usage?.[counter] ?? null) !== null)),
  ];
}

function shiftOf(
  figure: KnownShift["figure"],
  pairs: readonly Compared[],
  has: (exchange: InspectedExchange) => boolean,
): KnownShift {
  const lost = pairs.filter(({ before, after }) => has(before) && !has(after));
  return {
    figure,
    requests: pairs.length,
    both: pairs.filter(({ before, after }) => has(before) && has(after)).length,
    lost: lost.length,
    lostUnlike: lost.filter(({ alike }) => alike !== "all").length,
    gained: pairs.filter(({ before, after }) => !has(before) && has(after)).length,
  };
}

/**
 * What became unknown, and what became known. An unknown ratio or cost may hide a loss, so it is worse. An unknown counter alone hides
 * neither.
 */
export function unknownChanges(shifts: readonly KnownShift[]): readonly BuildChange[] {
  const figures = shifts.filter(({ figure }) => figure === "ratio" || figure === "cost");
  const counters = shifts.filter(({ figure }) => figure !== "ratio" && figure !== "cost");
  return [
    ...grouped(figures, ({ lost, lostUnlike }) => `${lost} ${lostUnlike}`).flatMap((group) =>
      changeOf(group, "lost", true),
    ),
    ...grouped(figures, ({ gained }) => String(gained)).flatMap((group) => changeOf(group, "gained", false)),
    ...grouped(counters, ({ lost }) => String(lost)).flatMap((group) => changeOf(group, "lost", false)),
    ...grouped(counters, ({ gained }) => String(gained)).flatMap((group) => changeOf(group, "gained", false)),
  ];
}

/** Figures with the same counts share a line. */
function grouped(
  shifts: readonly KnownShift[],
  key: (shift: KnownShift) => string,
): readonly (readonly KnownShift[])[] {
  return [...Map.groupBy(shifts, key).values()];
}

function changeOf(
  group: readonly KnownShift[],
  direction: "lost" | "gained",
  mayHideLoss: boolean,
): readonly BuildChange[] {
  const [first] = group;
  if (first === undefined || first[direction] === 0) return [];
  const moved = direction === "lost" ? "known -> unknown" : "unknown -> known";
  const text = `${namesOf(group)} ${moved} in ${first[direction]} of ${pluralize(first.requests, "request")}`;
  if (!mayHideLoss) return [{ what: "unknown", isWorse: false, text }];
  // What both clients sent alike cannot be reported otherwise by what the client sent. If nothing is left, nothing was compared.
  const isWorse = first.lostUnlike > 0 || first.both === 0;
  return [{ what: "unknown", isWorse, ...(!isWorse && { isOutside: true }), text }];
}

function namesOf(group: readonly KnownShift[]): string {
  const names = group.map(({ figure }) => figure);
  return names.every((name) => name === "ratio" || name === "cost")
    ? names.join(" and ")
    : `tokens (${names.join(", ")})`;
}
