import { expect, test } from "vitest";

import { nodeComplaint } from "../../harness/kernel/faults/node-complaint.ts";

function refused(versions: readonly string[], isBuilt: boolean): readonly string[] {
  return versions.filter((version) => nodeComplaint(version, isBuilt) !== null);
}

test("a checkout runs on Node 24 and later", () => {
  const old = ["18.20.0", "20.20.2", "22.20.1", "23.11.0"];
  expect(refused([...old, "24.0.0", "24.21.0", "26.1.0"], false)).toEqual(old);
});

test("the built package runs on Node 22.18 and later", () => {
  const old = ["18.20.0", "20.20.2", "22.17.1"];
  expect(refused([...old, "22.18.0", "22.20.1", "24.0.0", "26.1.0"], true)).toEqual(old);
});

test("the message about an unsupported Node names a fix", () => {
  expect(nodeComplaint("20.20.2", false)).toMatchInlineSnapshot(`
    "HX500  forkproof needs Node 24 or later; this is 20.20.2
           fix    install Node 24; in a checkout, \`npm ci\` brings one that \`npm run\` uses
    "
  `);
  expect(nodeComplaint("20.20.2", true)).toMatchInlineSnapshot(`
    "HX500  forkproof needs Node 22.18 or later; this is 20.20.2
           fix    install Node 24
    "
  `);
});
