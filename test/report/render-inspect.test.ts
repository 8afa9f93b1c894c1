import { expect, test } from "vitest";

import type { InspectedExchange } from "../../harness/kernel/inspection.ts";
import { renderInspect } from "../../harness/report/render-inspect.ts";
import { toolRemoved } from "./sample-judgement.ts";

const plain = { colour: false, columns: 80 };

const root: InspectedExchange = {
  id: "1",
  dialect: "anthropic-messages",
  model: "claude-sonnet-4-5",
  parent: null,
  relation: "root",
  class: "initial",
  verdict: "not-comparable",
  reusable: "unknown",
  shared: { blocks: 0, bytes: 0 },
  usage: { read: 0, write: 20000, fresh: 12, output: 40 },
  failed: null,
  findings: [],
};

function next(id: string, parent: string, change: Partial<InspectedExchange> = {}): InspectedExchange {
  const shared = { blocks: 40, bytes: 41977 };
  const usage = { read: 20000, write: 500, fresh: null, output: null };
  const judged = { class: "extension", verdict: "byte-identical", reusable: "yes", shared, usage } as const;
  return { ...root, ...judged, id, parent, relation: "turn", ...change };
}

test("draws the main line straight down and everything else to its right", () => {
  const broken = { class: "changed", verdict: "diverged", reusable: "no", findings: [toolRemoved] } as const;
  const exchanges = [
    root,
    next("2", "1"),
    next("3", "2", { relation: "branch", usage: null, ...broken }),
    next("4", "2"),
    next("5", "3"),
    next("6", "2", { relation: "side", model: "claude-haiku-4-5" }),
    next("7", "4", { relation: "branch" }),
    { ...root, id: "8", relation: "fresh", model: null, dialect: null, usage: null },
  ] as const;
  expect(renderInspect({ schema: "forkproof/inspection@1", exchanges }, plain)).toMatchInlineSnapshot(`
    "● 1: root, claude-sonnet-4-5, anthropic-messages
    │   cache read 0, cache write 20,000, fresh input 12 (hit ratio 0.000)
    ● 2: turn of 1, extension, byte-identical, reusable yes
    │   shares 40 blocks, 41,977 bytes; cache read 20,000, cache write 500, fresh
    │   input not reported
    ├─● 3: branch of 2, changed, diverged, reusable no
    │ │   shares 40 blocks, 41,977 bytes; usage not reported
    │ │   cause   CB202 tool-removed: 1 of 12 tools is missing: write_file
    │ ● 5: turn of 3, extension, byte-identical, reusable yes
    │     shares 40 blocks, 41,977 bytes; cache read 20,000, cache write 500, fresh
    │     input not reported
    ├─● 6: side of 2, claude-haiku-4-5, anthropic-messages, extension,
    │     byte-identical, reusable yes
    │     shares 40 blocks, 41,977 bytes; cache read 20,000, cache write 500, fresh
    │     input not reported
    ● 4: turn of 2, extension, byte-identical, reusable yes
    │   shares 40 blocks, 41,977 bytes; cache read 20,000, cache write 500, fresh
    │   input not reported
    └─● 7: branch of 4, extension, byte-identical, reusable yes
          shares 40 blocks, 41,977 bytes; cache read 20,000, cache write 500, fresh
          input not reported

    ● 8: fresh, unknown model, unknown wire format
        usage not reported

    8 exchanges: 5 byte-identical, 1 diverged, 2 without a parent
    CB202 tool-removed  at 3
    "
  `);
});

test("draws a line of ten thousand turns", () => {
  const turns = Array.from({ length: 10_000 }, (_, index) => next(String(index + 2), String(index + 1)));
  const text = renderInspect({ schema: "forkproof/inspection@1", exchanges: [root, ...turns] }, plain);
  expect(text.match(/^● /gm)).toHaveLength(10_001);
});
