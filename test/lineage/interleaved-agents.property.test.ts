import fc from "fast-check";
import { expect, it } from "vitest";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf, type Sent } from "./sent.ts";

const systems = ["You plan.", "You review.", "You write tests."];
const toolLists = [["read"], ["read", "list"], ["grep"]];

/** What one agent says: at each turn an answer and a question, each one of a few that others may say too. */
const conversation = fc
  .array(fc.constantFrom("ab", "Ab", "aB", "AB"), { minLength: 1, maxLength: 6 })
  .chain((turns) =>
    fc.constantFrom("x", "y").map((first) => turns.map((_, count) => first + turns.slice(0, count).join(""))),
  );

const agents = fc.uniqueArray(
  fc.record({ system: fc.constantFrom(...systems), tools: fc.constantFrom(...toolLists), said: conversation }),
  { minLength: 2, maxLength: 3, selector: ({ system, tools }) => `${system} ${tools.join()}` },
);

/** Whose turn it is, again and again; one who has said all is passed over. */
const turns = fc.array(fc.nat({ max: 2 }), { minLength: 18, maxLength: 18 });

it("each agent continues itself, however many ask in turn and whatever text they share", () => {
  let shared = 0;
  fc.assert(
    fc.property(agents, turns, (asking, order) => {
      const requests: Sent[] = [];
      const expected: (string | null)[] = [];
      const latest = new Map<number, { readonly id: string; readonly count: number }>();
      for (const agent of order) {
        const { id = null, count = 0 } = latest.get(agent) ?? {};
        const said = asking[agent]?.said[count];
        if (asking[agent] === undefined || said === undefined) continue;
        if (requests.some((other) => other.said === said)) shared += 1;
        expected.push(id);
        requests.push({ ...asking[agent], said });
        latest.set(agent, { id: String(requests.length), count: count + 1 });
      }
      fc.pre(requests.length > 1);
      expect(inspectRecording(recordingOf(requests)).exchanges.map(({ parent }) => parent)).toEqual(expected);
    }),
    { numRuns: 150 },
  );
  expect(shared).toBeGreaterThan(0);
});
