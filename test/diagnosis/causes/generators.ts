import { argumentMutants } from "./argument-mutators.ts";
import { headerMutants } from "./header-mutators.ts";
import { historyMutants } from "./history-mutators.ts";
import { causesOf, judgeMutant, type Mutant } from "./mutant.ts";
import type { RealBody } from "./real-bodies.ts";
import { recutMutants } from "./recut-mutators.ts";
import { resultMutants } from "./result-mutators.ts";
import { serverToolMutants } from "./server-tool-mutators.ts";
import { shapeMutants } from "./shape-mutators.ts";
import { turnMutants } from "./turn-mutators.ts";

/** What each generator changes, and the pairs that it makes of a real body. */
export const generators: readonly (readonly [changes: string, mutants: (real: RealBody) => Generator<Mutant>])[] = [
  ["the parts of messages, the beginning of a history or all but its end", historyMutants],
  ["which turns a history has, and in which order", turnMutants],
  ["how parts and results are cut", shapeMutants],
  ["how messages of one role are cut", recutMutants],
  ["what tools answered and models thought", resultMutants],
  ["how arguments are written", argumentMutants],
  ["which tools the provider runs", serverToolMutants],
  ["the headers that lead to a cache", headerMutants],
];

/** How many mutants of each code have it as their only cause, and those that have not. */
export type Score = { right: number; total: number };

export function scoreMutants(
  bodies: readonly RealBody[],
  mutants: (real: RealBody) => Generator<Mutant>,
  miss: (text: string) => void,
): ReadonlyMap<string, Score> {
  const scores = new Map<string, Score>();
  for (const real of bodies) {
    for (const mutant of mutants(real)) {
      const code = mutant.code ?? "no cause";
      const got = causesOf(judgeMutant(real, mutant)).join(" ") || "no cause";
      const score = scores.get(code) ?? { right: 0, total: 0 };
      score.total += 1;
      if (got === code) score.right += 1;
      else miss(`${real.name}: ${mutant.does}: ${got} in place of ${code}`);
      scores.set(code, score);
    }
  }
  return scores;
}
