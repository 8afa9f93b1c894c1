/** The part of a test runner's matcher state that Vitest and Jest share. */
export type MatcherState = {
  readonly isNot?: boolean | undefined;
  readonly equals: (actual: unknown, expected: unknown) => boolean;
};

export type MatcherResult = { readonly pass: boolean; readonly message: () => string };

/** Failure texts are those of the command line in a pipe. */
export const PLAIN: { readonly colour: false; readonly columns: 80 } = { colour: false, columns: 80 };
