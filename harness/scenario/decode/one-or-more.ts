/** A scenario may write a single item instead of a list. */
export type OneOrMore<Item extends object> = Item | readonly Item[];

export function oneOrMore<Item extends object>(written: OneOrMore<Item>): readonly Item[] {
  return isList(written) ? written : [written];
}

/** `Array.isArray`, which does not narrow a readonly list. */
export function isList<Item>(written: readonly Item[] | object): written is readonly Item[] {
  return Array.isArray(written);
}
