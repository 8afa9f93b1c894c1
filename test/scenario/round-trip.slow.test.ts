import * as fc from "fast-check";
import { expect, test } from "vitest";
import { stringify } from "yaml";

import { arbitraryScenario } from "./arbitrary-scenario.ts";
import { faultsOf, loadText } from "./load-text.ts";
import { writeScenario } from "./write-scenario.ts";

test("any scenario that is written as YAML loads as an equal one", () => {
  fc.assert(
    fc.property(arbitraryScenario("cases/a.yaml"), (scenario) => {
      const text = stringify(writeScenario(scenario));
      const loaded = loadText(text);
      expect(loaded, faultsOf(text)).toEqual({ kind: "loaded", variants: [scenario], deprecations: [] });
    }),
    { numRuns: 500 },
  );
});
