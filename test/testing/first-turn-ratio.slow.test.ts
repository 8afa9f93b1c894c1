import { expect, test } from "vitest";
import { mockProvider, recordExchanges, type Tape } from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { ask, PARENT, SYSTEM } from "./ask-model.ts";

expect.extend({ ...matchers });

const HISTORY = [...PARENT, "Anna did."];
const BROKEN = `Now. ${SYSTEM}`;

type Fork = { readonly at: number; readonly isBroken: boolean; readonly goesOn: boolean };

/** Two forks of one parent, of which each may go on; then perhaps the parent's own next turn. */
async function tapeOf(forks: readonly Fork[], showsLanes: boolean, parentGoesOn: boolean): Promise<Tape> {
  const lanes = forks.map(({ at, goesOn }) => [
    at === 0 ? "fork" : `fork[${at + 1}]`,
    {
      when: { contains: `Task ${at}.` },
      turns: [{ text: `Done ${at}.` }, ...(goesOn ? [{ text: `Sure ${at}.` }] : [])],
    },
  ]);
  const parent = [{ text: "Anna did." }, ...(parentGoesOn ? [{ text: "Welcome." }] : [])];
  await using mock = await mockProvider({ script: { parent, ...Object.fromEntries(lanes) } });
  const tape = recordExchanges({
    fetch: async (input, init) => {
      const response = await mock.fetch(input, init);
      if (showsLanes) return response;
      return new Response(response.body, { headers: { "content-type": "application/json" } });
    },
  });
  await ask(tape.fetch, SYSTEM, PARENT);
  for (const { at, isBroken, goesOn } of forks) {
    const system = isBroken ? BROKEN : SYSTEM;
    await ask(tape.fetch, system, [...HISTORY, `Task ${at}.`]);
    if (goesOn) await ask(tape.fetch, system, [...HISTORY, `Task ${at}.`, `Done ${at}.`, "Sure?"]);
  }
  if (parentGoesOn) await ask(tape.fetch, SYSTEM, [...HISTORY, "Thanks."]);
  return tape;
}

function verdictOf(assertion: () => void): string {
  try {
    assertion();
    return "green";
  } catch (fault) {
    return /^HX543 .* may be a fork or the next turn/.test(String(fault).replace("Error: ", "")) ? "doubt" : "red";
  }
}

const YES_NO = [false, true] as const;
const PAIRS = YES_NO.flatMap((a) =>
  YES_NO.flatMap((b) => YES_NO.flatMap((c) => YES_NO.map((d) => [a, b, c, d] as const))),
);

test.each([true, false])(
  "of two forks, each broken or not and going on or not, no broken one passes (lanes shown: %s)",
  async (showsLanes) => {
    const verdicts: string[] = [];
    for (const [firstBroken, firstGoesOn, secondBroken, secondGoesOn] of PAIRS) {
      const forks = [
        { at: 0, isBroken: firstBroken, goesOn: firstGoesOn },
        { at: 1, isBroken: secondBroken, goesOn: secondGoesOn },
      ];
      for (const parentGoesOn of YES_NO) {
        const tape = await tapeOf(forks, showsLanes, parentGoesOn);
        const bound = { atLeast: 0.9 };
        const holds = verdictOf(() => expect(tape).toHaveFirstTurnRatio(bound));
        const opposite = verdictOf(() => expect(tape).not.toHaveFirstTurnRatio(bound));
        const name = JSON.stringify({ forks, parentGoesOn, holds, opposite });
        verdicts.push(holds, opposite);
        // A fork that repeats what its broken sibling wrote reads that.
        const reads = forks.map(({ isBroken }, at) => !isBroken || (at > 0 && firstBroken && secondBroken));
        if (holds === "green") expect(reads.includes(false), name).toBe(false);
        if (opposite === "green") expect(reads.includes(true), name).toBe(false);
        if (showsLanes)
          expect([holds, opposite], name).toEqual([
            expect.not.stringMatching("doubt"),
            expect.not.stringMatching("doubt"),
          ]);
        if (showsLanes) expect(holds === "green", name).toBe(!reads.includes(false));
      }
    }
    expect(new Set(verdicts)).toContain("green");
    expect(new Set(verdicts)).toContain("red");
  },
);
