import { expect, test } from "vitest";

import { nodeComplaint } from "../../harness/cli/node-complaint.ts";

test("takes Node 24 and later", () => {
  const taken = ["24.0.0", "24.21.0", "26.1.0"];
  expect(taken.filter((version) => nodeComplaint(version) !== null)).toEqual([]);
});

test("refuses what cannot run it, and says what to do", () => {
  const refused = ["18.20.0", "20.20.2", "22.20.1", "23.11.0"];
  expect(refused.filter((version) => nodeComplaint(version) === null)).toEqual([]);
  expect(nodeComplaint("20.20.2")).toMatchInlineSnapshot(`
    "HX500  forkproof needs Node 24 or later; this is 20.20.2
           mend   install Node 24; in a checkout, \`npm ci\` brings one that \`npm run\` uses
    "
  `);
});
