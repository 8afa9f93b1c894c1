import { isJsonObject, parseJson } from "../kernel/json.ts";

/** How the agent of a project asks its model: the example is written in the same way. */
export type AgentKind = "ai-sdk" | "ai-sdk-openai" | "anthropic" | "openai" | "plain";

/** Each kind by the packages that it needs; the first one that a project has counts. */
const PACKAGES: readonly (readonly [AgentKind, readonly string[]])[] = [
  ["ai-sdk", ["ai", "@ai-sdk/anthropic"]],
  ["ai-sdk-openai", ["ai", "@ai-sdk/openai"]],
  ["anthropic", ["@anthropic-ai/sdk"]],
  ["openai", ["openai"]],
];

/** The kind of agent that a package.json names; `plain`, which needs no package, if it names none or is null. */
export function findAgent(manifest: string | null): AgentKind {
  const names = manifest === null ? [] : dependenciesOf(manifest);
  return PACKAGES.find(([, needed]) => needed.every((name) => names.includes(name)))?.[0] ?? "plain";
}

function dependenciesOf(manifest: string): readonly string[] {
  const value = parseJson(manifest);
  // An example needs no package; npm itself says what is wrong with the file.
  if (!isJsonObject(value)) return [];
  const lists = [value["dependencies"], value["devDependencies"]];
  return lists.flatMap((list) => (isJsonObject(list) ? Object.keys(list) : []));
}
