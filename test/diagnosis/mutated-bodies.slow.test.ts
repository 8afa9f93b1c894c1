import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { putTogether, takeApart } from "./body-parts.ts";
import { judgeBodies } from "./judge-example.ts";
import { mutations } from "./mutations.ts";
import { hasRecordings, recordedBody } from "./recorded-bodies.ts";

const bodies = (
  hasRecordings
    ? [
        ["qwen-code/fork-anthropic.jsonl", "9"],
        ["qwen-code/toolsearch-compress-anthropic.jsonl", "4"],
        ["pi/session-fork-anthropic.jsonl", "4"],
        ["ai-sdk/anthropic.jsonl", "3"],
        ["langchain/anthropic.jsonl", "3"],
      ]
    : []
).map(([file = "", id = ""]) => takeApart(recordedBody(file, id)));

describe.skipIf(!hasRecordings)("a mutation of a real body is found at its place", () => {
  test("and a rebuilt body without a mutation has no findings", () => {
    for (const body of bodies) expect(judgeBodies(putTogether(body), putTogether(body)).findings).toEqual([]);
  });

  test.each(mutations.map((mutation) => [mutation.code, mutation.does, mutation] as const))(
    "as %s: %s",
    (code, _does, { mutate }) => {
      let mutated = 0;
      const property = fc.property(fc.nat(bodies.length - 1), fc.infiniteStream(fc.nat()), (which, naturals) => {
        const body = bodies[which]!;
        const found = mutate(body, (count) => naturals.next().value % count);
        if (found === null) return;
        mutated += 1;
        const judgement = judgeBodies(putTogether(found.parent ?? body), putTogether(found.child));
        const causes = judgement.findings.filter(({ role }) => role === "cause");
        expect(causes.map(({ code, pointer }) => [code, pointer])).toEqual([[code, found.pointer]]);
        expect(judgement.divergence?.pointer).toBe(found.pointer);
      });
      fc.assert(property, { numRuns: 40 });
      expect(mutated).toBeGreaterThan(0);
    },
  );
});
