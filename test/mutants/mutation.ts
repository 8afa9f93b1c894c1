/** One line of ours that is changed, and what must notice it. */
export type Mutation = {
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly proof: Proof;
};

/** What must go red. */
export type Proof = ScenarioProof | TestProof;

/** Scenario files or folders, run by the CLI: at least `jobs` of their jobs must fail (default 1). */
export type ScenarioProof = { readonly scenarios: readonly string[]; readonly jobs?: number };

/** A test by its file and its whole title, with those of the `describe` blocks around it before it. */
export type TestProof = { readonly test: string; readonly title: string };

/** How often `find` stands in a text. A mutation is applied only where that is once. */
export function occurrences(text: string, { find }: Pick<Mutation, "find">): number {
  return find === "" ? 0 : text.split(find).length - 1;
}

export function nameOf({ file, find, replace }: Mutation): string {
  return `${file}: ${JSON.stringify(find)} -> ${JSON.stringify(replace)}`;
}

export function proofName(proof: Proof): string {
  return "test" in proof ? `${proof.test}: ${proof.title}` : proof.scenarios.join(" ");
}
