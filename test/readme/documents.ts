import { globSync, readFileSync } from "node:fs";

/** The README and those next to the code they describe. The package's own has a test of its own. */
export const documents: readonly string[] = [
  "README.md",
  ...globSync("{src,scenarios,harness}/**/README.md").toSorted(),
];

/** All of them as one text: a reader follows their links. */
export function readDocuments(): string {
  return documents.map((path) => readFileSync(path, "utf8")).join("\n");
}

/** The code block that one of them shows under a file's name. */
export function shownFile(name: string): string {
  const block = new RegExp(`^\`\`\`\\w+ ${name}\\n([\\s\\S]*?)^\`\`\``, "m").exec(readDocuments())?.[1];
  if (block === undefined) throw new Error(`no document shows ${name}`);
  return block;
}
