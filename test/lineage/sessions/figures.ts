import type { Score } from "./score.ts";

/** What a set of scored requests adds up to. */
export type Figures = {
  readonly requests: number;
  readonly parents: number;
  readonly deciding: number;
  readonly decidingRight: number;
  /** Right, but another parent is shown with the true one; of these, how many on requests whose parent the recording shows. */
  readonly doubts: number;
  readonly needlessDoubts: number;
  readonly relations: number;
  readonly broken: number;
  readonly missed: number;
  readonly suspected: number;
  readonly invented: number;
  readonly doubtedUnbroken: number;
  readonly misnamed: number;
};

export function figuresOf(scores: readonly Score[]): Figures {
  const count = (isOne: (score: Score) => boolean): number => scores.filter(isOne).length;
  const isRight = ({ parent }: Score): boolean => parent !== "wrong";
  const isDeciding = ({ sent }: Score): boolean => sent.truth.isDeciding;
  return {
    requests: scores.length,
    parents: count(isRight),
    deciding: count(isDeciding),
    decidingRight: count((score) => isDeciding(score) && isRight(score)),
    doubts: count(({ parent }) => parent === "in doubt"),
    needlessDoubts: count(({ isDoubted, sent }) => isDoubted && sent.truth.undecidable === null),
    relations: count(({ isRelationRight }) => isRelationRight),
    broken: count(({ truth }) => truth.length > 0),
    missed: count((score) => score.break === "missed"),
    suspected: count((score) => score.break === "suspected"),
    invented: count((score) => score.break === "invented"),
    doubtedUnbroken: count((score) => score.break === "doubted"),
    misnamed: count((score) => score.break === "misnamed"),
  };
}

/** The lines that `npm run conformance` prints. */
export function figureLines(figures: Figures): readonly string[] {
  const { requests, deciding } = figures;
  return [
    `parents right ${figures.parents} of ${requests} (deciding: ${figures.decidingRight} of ${deciding}; ${figures.doubts} in doubt)`,
    `relations right ${figures.relations} of ${requests}`,
    `breaks missed ${figures.missed} of ${figures.broken} (${figures.suspected} suspected, ${figures.misnamed} with other codes)`,
    `breaks invented ${figures.invented} of ${requests - figures.broken}`,
    `doubts on decidable requests ${figures.needlessDoubts}; doubts on unbroken requests ${figures.doubtedUnbroken}`,
  ];
}
