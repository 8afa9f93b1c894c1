import { expect, test } from "vitest";
import { classifyCommand } from "../../../../src/filters/shell/classify-command.ts";
import { loadGrammar } from "../../../../src/filters/shell/load-grammar.ts";
import { readProbes, type ReferenceProbe } from "../read-probes.ts";

const grammar = await loadGrammar();

test.each(readProbes("reference/commands.jsonl") as readonly ReferenceProbe[])(
  "a reference command of $origin is classified: $decision $command",
  ({ command, decision }) => {
    const refusal = classifyCommand(grammar, command);
    expect(refusal === null ? "allow" : "deny", refusal?.reason).toBe(decision);
  },
);
