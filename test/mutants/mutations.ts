import type { Mutation } from "./mutation.ts";

export const mutations: readonly Mutation[] = [
  {
    file: "src/fork/default-fork-subagent.ts",
    find: "if (!isForgotten) await completion;",
    replace: "",
    proof: { scenarios: ["scenarios/lifecycle"], jobs: 5 },
  },
];
