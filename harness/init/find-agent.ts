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

/** The kind of agent that a package.json names; `plain`, which needs no package, if it names no kind or is null. */
export function findAgent(manifest: string | null): AgentKind {
  const names = manifest === null ? [] : dependenciesOf(manifest);
  return PACKAGES.find(([, needed]) => needed.every((name) => names.includes(name)))?.[0] ?? "plain";
}

/** Whether `npm test` would run anything. */
export function hasTests(manifest: string | null): boolean {
  const scripts = manifest === null ? undefined : membersOf(manifest)["scripts"];
  return isJsonObject(scripts) && typeof scripts["test"] === "string" && !scripts["test"].includes("no test specified");
}

function dependenciesOf(manifest: string): readonly string[] {
  const { dependencies, devDependencies } = membersOf(manifest);
  return [dependencies, devDependencies].flatMap((list) => (isJsonObject(list) ? Object.keys(list) : []));
}

/** An example needs no package, so a file that is not JSON counts as `plain`; npm itself reports what is wrong with it. */
function membersOf(manifest: string): Readonly<Record<string, unknown>> {
  const value = parseJson(manifest);
  return isJsonObject(value) ? value : {};
}
