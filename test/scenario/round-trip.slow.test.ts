import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";

import type { FilePosition } from "../../harness/kernel/run-result.ts";
import { positionOfCheck } from "../../harness/scenario/decode/positions-of.ts";
import { arbitraryScenario } from "./arbitrary-scenario.ts";
import { faultsOf, loadText } from "./load-text.ts";
import { writeScenario } from "./write-scenario.ts";

test("any scenario that is written as YAML loads as an equal one", () => {
  fc.assert(
    fc.property(arbitraryScenario("cases/a.yaml"), (scenario) => {
      const text = stringify(writeScenario(scenario));
      const loaded = loadText(text);
      const { positions } = scenario;
      const comparable =
        loaded.kind === "loaded"
          ? { ...loaded, variants: loaded.variants.map((variant) => ({ ...variant, positions })) }
          : loaded;
      expect(comparable, faultsOf(text)).toEqual({ kind: "loaded", variants: [scenario], deprecations: [] });
    }),
    { numRuns: 500 },
  );
});

test("the position of each expectation is that of its key in the file", () => {
  fc.assert(
    fc.property(arbitraryScenario("cases/a.yaml"), (scenario) => {
      const text = stringify(writeScenario(scenario));
      const lines = text.split("\n");
      const loaded = loadText(text);
      const [{ positions } = scenario] = loaded.kind === "loaded" ? loaded.variants : [];
      const keyAt = ({ line, column }: FilePosition): string =>
        /^[\w-]+/.exec(lines[line - 1]?.slice(column - 1) ?? "")?.[0] ?? "";
      expect(keyAt(positions.job)).toBe("name");
      const asked =
        "expect" in scenario ? Object.keys(scenario.expect).filter((name) => scenario.expect[name] !== null) : [];
      for (const name of asked) expect(keyAt(positionOfCheck(`${name}.whatever`, positions))).toBe(name);
    }),
    { numRuns: 300 },
  );
});
