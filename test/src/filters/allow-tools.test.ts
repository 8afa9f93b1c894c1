import { expect, test } from "vitest";
import { allowAll } from "../../../src/filters/allow-all.ts";
import { allowTools } from "../../../src/filters/allow-tools.ts";

const call = (
  tool: string,
): { readonly id: string; readonly tool: string; readonly input: object & Record<string, unknown> } => ({
  id: "t1",
  tool,
  input: { command: "rm -rf /" },
});

test("the tools on the list may run, exactly as spelled", () => {
  const { decide } = allowTools(["Read", "Grep"]);
  expect(decide(call("Read"))).toEqual({ decision: "allow", rule: "allow-tools", reason: "Read is on the list." });
  for (const tool of ["read", "Read ", "Bash", ""]) {
    expect(decide(call(tool))).toEqual({
      decision: "deny",
      rule: "allow-tools",
      reason: "Only these tools may run here: Read, Grep.",
    });
  }
});

test("an empty list allows no tool", () => {
  expect(allowTools([]).decide(call("Read"))).toMatchObject({ decision: "deny", reason: "No tool may run here." });
});

test("without a filter every tool may run", () => {
  expect(allowAll.decide(call("Bash"))).toMatchObject({ decision: "allow", rule: "allow-all" });
});
