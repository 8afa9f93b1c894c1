import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { knownArguments } from "../../../src/filters/tools/vocabulary.ts";
import { vocabularies } from "../../../src/filters/tools/vocabularies.ts";

const recordings = new URL("../../../../shared/recordings/", import.meta.url);
const missing = !existsSync(recordings);
if (missing) console.warn("SKIPPED: there are no recordings to hold the clients' vocabularies to");

/** Every tool that a folder of recordings declares, with the arguments of all its versions. */
function declaredIn(folder: string): ReadonlyMap<string, ReadonlySet<string>> {
  const declared = new Map<string, Set<string>>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(look);
    if (!isObject(value)) return;
    const schema = value["input_schema"] ?? value["parameters"] ?? value["parametersJsonSchema"];
    const { name } = value;
    if (typeof name === "string" && (isObject(schema) || value["type"] === "custom")) {
      const properties = isObject(schema) && isObject(schema["properties"]) ? Object.keys(schema["properties"]) : [];
      declared.set(name, new Set([...(declared.get(name) ?? []), ...properties]));
    }
    Object.values(value).forEach(look);
  };
  for (const file of readdirSync(new URL(`${folder}/`, recordings))) {
    const lines = readFileSync(new URL(`${folder}/${file}`, recordings), "utf8").split("\n");
    for (const line of lines.filter((each) => each !== "")) {
      const exchange: unknown = JSON.parse(line);
      look(exchange);
      const body = isObject(exchange) ? exchange["body"] : null;
      if (typeof body === "string" && body.startsWith("{")) look(JSON.parse(body));
    }
  }
  return declared;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

describe.skipIf(missing)("the vocabularies of recorded clients", () => {
  test.each([
    ["qwen-code", 6],
    ["pi", 4],
    ["codex", 0],
  ] as const)("know exactly the arguments of every recorded tool of %s that they name", (client, count) => {
    const declared = declaredIn(client);
    expect(declared.size).toBeGreaterThan(3);
    const tools = vocabularies.find(({ name }) => name === client)?.tools ?? [];
    const recorded = tools.filter(({ wire }) => declared.has(wire));
    expect(recorded.length).toBe(count);
    for (const tool of recorded) {
      expect([tool.wire, [...knownArguments(tool)].sort()]).toEqual([
        tool.wire,
        [...(declared.get(tool.wire) ?? [])].sort(),
      ]);
    }
  });

  test("leave codex's exec unknown, since its input is a script", () => {
    expect(declaredIn("codex").has("exec")).toBe(true);
    expect(vocabularies.find(({ name }) => name === "codex")?.tools.some(({ wire }) => wire === "exec")).toBe(false);
  });
});
