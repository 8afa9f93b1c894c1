import { type CommandSubject, commandSubject } from "./command.ts";
import { type ModuleSubject, moduleSubject } from "./module.ts";
import type { SubjectKind } from "./subject-kind.ts";
import { type StrategySubject, strategySubject } from "./strategy.ts";

/** The code whose fork is tested. */
export type Subject = StrategySubject | ModuleSubject | CommandSubject;

/** Every way to name a subject. A new one is a file and a line here, and its case in harness/run/fork/choose-subject.ts. */
export const subjectKinds: readonly SubjectKind<unknown, Subject>[] = [strategySubject, moduleSubject, commandSubject];

/** Decodes the subject of a `fork` that the schema has accepted. */
export function decodeSubject<Decoded = Subject>(
  fork: { readonly [key: string]: unknown },
  kinds: readonly SubjectKind<unknown, Decoded | Subject>[] = subjectKinds,
): Decoded | Subject {
  const kind = kinds.find(({ key }) => fork[key] !== undefined);
  if (kind === undefined) throw new Error("the schema accepted a fork without a subject");
  return kind.decode(fork[kind.key]);
}
