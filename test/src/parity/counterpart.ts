/** A test of another fork system and the test of ours that asserts the same, or the same of what we do in its place. */
export type Counterpart = {
  readonly theirs: string;
  /** Below test/src. */
  readonly file: string;
  readonly title: string;
  /** The row of a table test that it is. */
  readonly row?: string;
};

/** A test of another fork system without a counterpart, and why that is right. */
export type LeftOut = { readonly theirs: string; readonly why: string };

/** The tests of one seed system. */
export type Parity = {
  readonly counterparts: Readonly<Record<string, readonly Counterpart[]>>;
  readonly leftOut: readonly LeftOut[];
};
