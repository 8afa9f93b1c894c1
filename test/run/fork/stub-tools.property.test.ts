import * as fc from "fast-check";
import { expect, test } from "vitest";
import { StubbedTools } from "../../../harness/run/fork/stub-tools.ts";

const name = fc.constantFrom("Read", "Bash");
const input = fc.dictionary(fc.constantFrom("path", "limit"), fc.constantFrom("a", "b", 1, null, [1], { deep: true }));
const stub = fc.record({
  name,
  input: fc.option(input),
  outcome: fc.constantFrom("returns" as const, "fails" as const),
  text: fc.string(),
});

test("the first stub answers whose name matches and whose members are all in the arguments", () => {
  fc.assert(
    fc.property(fc.array(stub, { maxLength: 5 }), name, input, (stubs, tool, given) => {
      const tools = new StubbedTools(stubs);
      const said = tools.call(tool, given);
      const wanted = stubs.find(
        (each) =>
          each.name === tool &&
          Object.entries(each.input ?? {}).every(
            ([key, value]) => JSON.stringify(given[key]) === JSON.stringify(value),
          ),
      );
      if (wanted === undefined) {
        expect(said.isError).toBe(true);
        expect(tools.unmatched()).toEqual([`${tool} ${JSON.stringify(given)}`]);
      } else {
        expect(said).toEqual({ content: wanted.text, isError: wanted.outcome === "fails" });
        expect(tools.unmatched()).toEqual([]);
      }
    }),
  );
});
