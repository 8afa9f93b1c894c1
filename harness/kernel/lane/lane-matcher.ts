/** Which request begins a lane of a script: all conditions that are not null must hold. */
export type LaneMatcher = {
  /** Words in the last user message. */
  readonly contains: string | null;
  /** A regular expression, flag `u`, that matches somewhere in the last user message. */
  readonly matches: string | null;
  /** The name of a call whose result the request brings. */
  readonly tool: string | null;
};

/** As a script writes it: `contains "You are the fork"`. */
export function describeMatcher({ contains, matches, tool }: LaneMatcher): string {
  const parts = [
    ...(contains === null ? [] : [`contains ${JSON.stringify(contains)}`]),
    ...(matches === null ? [] : [`matches ${JSON.stringify(matches)}`]),
    ...(tool === null ? [] : [`tool ${JSON.stringify(tool)}`]),
  ];
  return parts.join(", ");
}

/** Two lanes that cannot be distinguished: `wide` accepts every request that `narrow` accepts. */
export type AmbiguousLanes = {
  /** The later of the two, where the mistake is shown. */
  readonly lane: string;
  readonly wide: string;
  readonly narrow: string;
  readonly matcher: LaneMatcher;
};

/** Finds the first such two, as far as the conditions themselves show it: texts that two patterns share are not computed. */
export function findAmbiguousLanes(matchers: Iterable<readonly [lane: string, LaneMatcher]>): AmbiguousLanes | null {
  const before: (readonly [string, LaneMatcher])[] = [];
  for (const [lane, matcher] of matchers) {
    for (const [other, earlier] of before) {
      if (includes(earlier, matcher)) return { lane, wide: other, narrow: lane, matcher };
      if (includes(matcher, earlier)) return { lane, wide: lane, narrow: other, matcher: earlier };
    }
    before.push([lane, matcher]);
  }
  return null;
}

function includes(wide: LaneMatcher, narrow: LaneMatcher): boolean {
  const { contains, matches, tool } = wide;
  return (
    (contains === null || narrow.contains?.includes(contains) === true) &&
    (matches === null || narrow.matches === matches) &&
    (tool === null || narrow.tool === tool)
  );
}
