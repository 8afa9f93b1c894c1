import { isJsonObject } from "../kernel/json.ts";
import { workflowSafeJson } from "../kernel/text/workflow-safe.ts";

/**
 * A document as text, its members in one order however it was put together: as published in the documents' schemas;
 * members that no schema names (those of a variant) come after them, by name.
 */
export function renderJson(document: object): string {
  return workflowSafeJson(`${JSON.stringify(inPublishedOrder(document), null, 2)}\n`);
}

/** The same as it stands in a list in another document, without the line break at its end. */
export function renderJsonInList(document: object): string {
  const text = JSON.stringify([[inPublishedOrder(document)]], null, 2);
  return workflowSafeJson(text.slice(BEFORE.length, -BEHIND.length));
}

const [BEFORE, BEHIND] = ["[\n  [\n", "\n  ]\n]"];

/** The same on one line, for JSON Lines. */
export function renderJsonLine(document: object): string {
  return workflowSafeJson(`${JSON.stringify(inPublishedOrder(document))}\n`);
}

/** One list serves all documents: no two of them want the same members in different orders. */
const publishedOrder: readonly string[] = `
  schema version id code slug title role severity check paths scenario file place line column kind tags variant row columns outcome failures selection status tool input
  decision rule reason lane stop error dialect provider model location tier parent child relation certainty class verdict normalisations
  reusable reusableBecause divergence shared usage segment pointer childPointer at parentOffset childOffset
  parentExcerpt childExcerpt parentDiffers childDiffers names comparison bound expected observed suspected confirmed lostBytes
  findings ratio breakCost examined numbers sharedEnd chosen unread name shard index count rows sample seed what was now where providerReason why message fix exit example broken fixed exchanges reordered
  faults incidents rank character maskedIn lastGood firstBad firstBadParent from to differs timeline groups stretches
  summary files scenarios errors dates rules prices baseline compared of sameDates deltas checks judgements forks jobs passed failed unanswered errored skipped warnings notRun timing
  startedAt durationMs jobsMs judgement basis blocks bytes sha256 folder format fidelity exchangesByFidelity kept leftOut codes turns
  firstTurnRatio expectedRatio efficiency decisions read write fresh output longWrite halfDayWrite grade total start end live host gates runs
  grades printed stdout stderr evidence passPowers gapMs costUsd reconciliation local counters reading agrees says
  ratioVerdict cost usd unpricedIn breakUsd equivalentTokens
  lostTokens prompt unbroken parentWrites causes fixed origin savesTokens savesUsd assumesLifetime pricesOf
  conversations damaged answered tokens paidUsd avoidableUsd idleUsd lost ours
  before after beforeUsd afterUsd
  rounds passRate
  scripted rubric score
`
  .trim()
  .split(/\s+/);

const ranks: ReadonlyMap<string, number> = new Map(publishedOrder.map((member, index) => [member, index]));

/** The value itself where it and all in it are in order. A replacer would have `JSON.stringify` take several times as long. */
function inPublishedOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value.map(inPublishedOrder);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  // A body that was kept as bytes.
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (!isJsonObject(value)) return value;
  const names = Object.keys(value);
  // Most objects are in order as they are made.
  let isSorted = names.every((name, at) => at === 0 || inOrder(names[at - 1] ?? "", name) < 0);
  const members = names.map((name) => {
    const member = inPublishedOrder(value[name]);
    isSorted &&= member === value[name];
    return [name, member] as const;
  });
  return isSorted ? value : Object.fromEntries(members.toSorted(([a], [b]) => inOrder(a, b)));
}

function inOrder(left: string, right: string): number {
  return rank(left) - rank(right) || (left < right ? -1 : 1);
}

function rank(member: string): number {
  return ranks.get(member) ?? ranks.size;
}
