import type { FromSchema } from "../schema/from-schema.ts";
import type { SubjectKind } from "./subject-kind.ts";

const schema = {
  title: "the path of a module",
  description:
    "Your module; its default export takes `{ parent, baseUrl, directive, tools, signal }` and runs your own fork code.",
  type: "string",
  minLength: 1,
  examples: ["./my-fork.ts"],
} as const;

/** A user's module; the path is as the scenario spells it. */
export type ModuleSubject = { readonly kind: "module"; readonly path: string };

export const moduleSubject: SubjectKind<FromSchema<typeof schema>, ModuleSubject> = {
  key: "subject",
  schema,
  decode: (path) => ({ kind: "module", path }),
  needs: { parent: true, prompt: true },
};
