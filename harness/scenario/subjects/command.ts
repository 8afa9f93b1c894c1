import type { FromSchema } from "../schema/from-schema.ts";
import type { SubjectKind } from "./subject-kind.ts";

const schema = {
  title: "a list of the program and its arguments",
  description: "Your program, run without a shell, with the provider's base URL in its environment.",
  type: "array",
  minItems: 1,
  items: { type: "string" },
  examples: [["node", "my-agent.js"]],
} as const;

/** A user's program. It may send its own parent request, and has its own directive and tools. */
export type CommandSubject = { readonly kind: "command"; readonly command: readonly string[] };

export const commandSubject: SubjectKind<FromSchema<typeof schema>, CommandSubject> = {
  key: "command",
  schema,
  decode: (command) => ({ kind: "command", command }),
  needs: { parent: false, prompt: false },
  refuses: {
    definition: "notWithCommand",
    title: "a fork that a `command` runs",
    keys: ["maxTurns", "filter", "tools", "siblings", "abortAfter"],
  },
};
