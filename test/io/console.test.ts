import { expect, test } from "vitest";

import { wantsColour } from "../../harness/io/console.ts";

test.for([
  [{}, true, true],
  [{}, false, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ TERM: "dumb" }, true, false],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
  [{ FORCE_COLOR: "false" }, true, false],
  [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false, true],
] as const)("the console decides on colour: %o, terminal %s", ([environment, isTerminal, expected]) => {
  expect(wantsColour(environment, isTerminal)).toBe(expected);
});
