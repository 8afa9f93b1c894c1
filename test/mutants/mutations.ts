import { cacheMutations } from "./lists/cache-mutations.ts";
import { checkMutations } from "./lists/check-mutations.ts";
import { filterMutations } from "./lists/filter-mutations.ts";
import { forkMutations } from "./lists/fork-mutations.ts";
import { gateMutations } from "./lists/gate-mutations.ts";
import { judgeMutations } from "./lists/judge-mutations.ts";
import { runMutations } from "./lists/run-mutations.ts";
import { processMutations } from "./lists/process-mutations.ts";
import { wireMutations } from "./lists/wire-mutations.ts";
import type { Mutation } from "./mutation.ts";

/** Of the fork library and of the harness. The first three are those that nothing noticed once. */
export const mutations: readonly Mutation[] = [
  ...forkMutations,
  ...wireMutations,
  ...filterMutations,
  ...judgeMutations,
  ...cacheMutations,
  ...checkMutations,
  ...gateMutations,
  ...runMutations,
  ...processMutations,
];
