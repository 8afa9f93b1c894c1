import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");

/** A baseline is JSON Lines, and the data of a page are read by its own script alone. */
const WITHOUT_SCHEMA: readonly string[] = ["forkproof/baseline@1", "forkproof/page@1"];

const namesIn = (pattern: string): ReadonlySet<string> => {
  const texts = globSync(pattern, { cwd: root }).map((path) => readFileSync(resolve(root, path), "utf8"));
  return new Set(texts.flatMap((text) => text.match(/\bforkproof\/[a-z-]+@\d+/g) ?? []));
};

test("each document that a command prints has a published schema, and each schema a document", () => {
  const printed = [...namesIn("{harness,src}/**/*.ts")].filter((name) => !WITHOUT_SCHEMA.includes(name));
  expect([...namesIn("{harness,src}/**/*.schema.json")].toSorted()).toEqual(printed.toSorted());
});
