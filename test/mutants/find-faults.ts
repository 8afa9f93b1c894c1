import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mutation, nameOf, occurrences } from "./mutation.ts";

/** What is wrong with a list before anything is run: each mutation must change the text that it names, once, and nothing twice. */
export function findFaults(mutations: readonly Mutation[], root: string): readonly string[] {
  const names = mutations.map(nameOf);
  const repeated = names.filter((name, at) => names.indexOf(name) !== at);
  return [
    ...(mutations.length === 0 ? ["the list holds no mutation"] : []),
    ...repeated.map((name) => `${name}: it is in the list twice`),
    ...mutations.flatMap((mutation) => {
      const fault = faultOf(mutation, root);
      return fault === null ? [] : [`${nameOf(mutation)}: ${fault}`];
    }),
  ];
}

function faultOf(mutation: Mutation, root: string): string | null {
  const { file, find, replace } = mutation;
  if (!/^(?:src|harness)\//.test(file)) return "a mutation changes src/ or harness/";
  if (find.includes("\n") || find === replace) return "a mutation changes one line";
  const text = read(join(root, file));
  if (text === null) return "the file is gone";
  const count = occurrences(text, mutation);
  return count === 1 ? null : count === 0 ? "its text is gone" : `its text stands there ${count} times`;
}

function read(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
