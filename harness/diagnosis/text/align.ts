/** Indices at which two sequences hold equal elements: both rise from pair to pair. */
export type Match = readonly [parent: number, child: number];

type Window = { readonly from: number; readonly to: number; readonly childFrom: number; readonly childTo: number };

/** Windows inside windows; each level looks at every element once, so the cost stays linear. */
const DEEPEST = 12;

/**
 * Aligns two sequences by their equal elements: common head and tail first, then the elements that stand exactly once on
 * either side (patience), then the same between those. Not the longest alignment, yet a readable one, in n log n steps.
 *
 * With `openEnd` the child's sequence may go on behind the parent's, so the two tails are not held together.
 */
export function align(parent: readonly string[], child: readonly string[], openEnd = false): readonly Match[] {
  const matches: Match[] = [];
  const whole = { from: 0, to: parent.length, childFrom: 0, childTo: child.length };
  alignWindow(parent, child, whole, openEnd, 0, matches);
  return matches;
}

function alignWindow(
  parent: readonly string[],
  child: readonly string[],
  window: Window,
  openEnd: boolean,
  depth: number,
  into: Match[],
): void {
  let { from, to, childFrom, childTo } = window;
  while (from < to && childFrom < childTo && parent[from] === child[childFrom]) into.push([from++, childFrom++]);
  const tail: Match[] = [];
  if (!openEnd) {
    while (from < to && childFrom < childTo && parent[to - 1] === child[childTo - 1]) tail.push([--to, --childTo]);
  }
  if (from < to && childFrom < childTo && depth < DEEPEST) {
    const anchors = longestRise(uniqueMatches(parent, child, { from, to, childFrom, childTo }));
    for (const anchor of anchors) {
      const before = { from, to: anchor[0], childFrom, childTo: anchor[1] };
      alignWindow(parent, child, before, false, depth + 1, into);
      into.push(anchor);
      [from, childFrom] = [anchor[0] + 1, anchor[1] + 1];
    }
    if (anchors.length > 0) {
      alignWindow(parent, child, { from, to, childFrom, childTo }, openEnd, depth + 1, into);
    }
  }
  into.push(...tail.toReversed());
}

/** Elements that stand exactly once on either side of the window, in the parent's order. */
function uniqueMatches(parent: readonly string[], child: readonly string[], window: Window): readonly Match[] {
  const inParent = placesOfUnique(parent, window.from, window.to);
  const inChild = placesOfUnique(child, window.childFrom, window.childTo);
  const matches: Match[] = [];
  for (const [element, at] of inParent) {
    const childAt = inChild.get(element) ?? TWICE;
    if (at !== TWICE && childAt !== TWICE) matches.push([at, childAt]);
  }
  return matches;
}

const TWICE = -1;

function placesOfUnique(elements: readonly string[], from: number, to: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let index = from; index < to; index += 1) {
    const element = elements[index] ?? "";
    places.set(element, places.has(element) ? TWICE : index);
  }
  return places;
}

/** The longest run of matches whose child indices rise; the parent's rise already. */
export function longestRise(matches: readonly Match[]): readonly Match[] {
  /** tops[n] ends the best run of n + 1 matches: the one that leaves most room. */
  const tops: number[] = [];
  const before: number[] = [];
  for (const [index, [, child]] of matches.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((matches[tops[middle] ?? 0]?.[1] ?? 0) < child) low = middle + 1;
      else high = middle;
    }
    before.push(low > 0 ? (tops[low - 1] ?? -1) : -1);
    tops[low] = index;
  }
  const run: Match[] = [];
  for (let at = tops.at(-1) ?? -1; at !== -1; at = before[at] ?? -1) {
    const match = matches[at];
    if (match !== undefined) run.push(match);
  }
  return run.toReversed();
}
