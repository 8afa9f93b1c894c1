import { expect, test } from "vitest";
import { digestRequest } from "../../harness/lineage/requests/request-digest.ts";
import { wireNamed } from "../../harness/wires/list.ts";

const { parseLayout } = wireNamed("anthropic-messages");

test("a request with another's system prompt and tools of its own keeps its own digest if its tools stand last", () => {
  const body = (tool: string): Buffer =>
    Buffer.from(
      JSON.stringify({
        model: "claude-sonnet-4-5",
        system: [{ type: "text", text: "You go through a package, module by module." }],
        messages: [{ role: "user", content: "Begin." }],
        tools: [{ name: tool, input_schema: { type: "object" } }],
      }),
    );
  const before = parseLayout(body("read"));
  const known = digestRequest(before);
  const { tools, system, agent } = digestRequest(parseLayout(body("edit"), before));
  expect(agent.tools).toEqual(["edit"]);
  expect(tools).not.toBe(known.tools);
  expect(system).toBe(known.system);
});
