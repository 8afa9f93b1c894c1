import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "rolldown/utils";
import { describe, expect, test } from "vitest";
import { inventorOf, providerNamed, providers } from "../../harness/providers/list.ts";

const names = providers.map(({ name }) => name);

describe("the list of providers", () => {
  test("names each provider, cache, host and gateway name once", () => {
    const caches = providers.flatMap((each) => each.caches.map(({ name }) => name));
    const hosts = providers.flatMap((each) => each.hosts);
    const vendors = providers.flatMap(({ gatewayName = [] }) => gatewayName);
    for (const all of [names, caches, hosts, vendors]) {
      expect(all.length).toBeGreaterThan(5);
      expect(all).toEqual([...new Set(all)]);
    }
  });

  test("files each cache rule under the provider that has it", () => {
    for (const { name, caches } of providers) {
      for (const { rules } of caches) expect(rules.provider).toBe(name);
    }
  });

  test("ends each provider's caches with one that answers every request", () => {
    const partial = providers.filter(({ caches }) => caches.length > 0 && caches.at(-1)?.applies !== undefined);
    // Bedrock caches Claude and Nova alone.
    expect(partial.map(({ name }) => name)).toEqual(["bedrock"]);
  });

  test("finds an inventor for every served wire format, and that inventor serves it", () => {
    for (const wire of new Set(providers.flatMap(({ wires }) => wires))) {
      expect(inventorOf(wire).wires).toContain(wire);
    }
  });

  test("keeps host names distinct, so that none ends with another", () => {
    const hosts = providers.flatMap((each) => each.hosts.map((host) => [each.name, host] as const));
    const within = hosts.flatMap(([owner, host]) =>
      hosts.filter(([other, outer]) => other !== owner && host.endsWith(`.${outer}`)).map(([, outer]) => [host, outer]),
    );
    expect(within).toEqual([]);
  });
});

/** Providers that only speak wire formats of others, and have no tokenizer, tool or finding named after them. */
const plain = ["cerebras", "groq", "llama-cpp", "minimax", "moonshot", "sglang", "vllm", "xai", "zai"];

test("only its own record names a provider on a known wire format", () => {
  for (const name of plain) expect(providerNamed(name)?.name).toBe(name);
  const files = globSync("harness/**/*.ts").filter((path) => !path.includes("harness/providers/"));
  expect(files.length).toBeGreaterThan(300);
  const found = files.flatMap((path) =>
    stringsIn(path)
      .filter((text) => plain.includes(text))
      .map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** String values and member names of a source file. */
function stringsIn(path: string): readonly string[] {
  const found: string[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === "string") found.push(value);
    },
    Property: ({ key }) => {
      if (key.type === "Identifier") found.push(key.name);
    },
  }).visit(parseSync(path, readFileSync(path, "utf8")).program);
  return found;
}
