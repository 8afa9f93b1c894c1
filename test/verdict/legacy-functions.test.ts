import { expect, test } from "vitest";
import { judge } from "../../harness/verdict/judge.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const body = (description: string): string =>
  JSON.stringify({
    model: "gpt-4.1",
    functions: [{ name: "read", description, parameters: { type: "object" } }],
    messages: [{ role: "user", content: "go" }],
  });

test("the older list of functions is part of the prompt like tools", () => {
  const judged = (fork: string) =>
    judge({
      parent: wireExchange("openai-chat", body("Reads a file."), "1"),
      child: wireExchange("openai-chat", body(fork), "2"),
    });
  expect(judged("Reads a file.")).toMatchObject({ verdict: "byte-identical" });
  expect(judged("Reads any file.")).toMatchObject({
    verdict: "diverged",
    divergence: { segment: "tools" },
    findings: [{ code: "CB205", role: "cause", names: ["read"] }],
  });
});
