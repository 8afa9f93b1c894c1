import { expect, test } from "vitest";
import type { ForkParams } from "../../../src/fork/params/fork-params.ts";
import { runFork } from "../support/run-fork.ts";
import { fails, ScriptedClient } from "../support/scripted-client.ts";
import { captureOn, parentOn } from "../support/wire-parents.ts";

const parent = parentOn("openai-responses");
const own = { type: "message", role: "user" };
const said = { type: "input_text", text: "Tidy up." };

type Sent = {
  readonly raw: string;
  readonly input: readonly unknown[];
  readonly behind: readonly unknown[];
  readonly rest: object;
};

/** What a fork of the Responses parent asks first, its input split behind the parent's. */
async function firstRequest(overrides: ForkParams["overrides"] = {}): Promise<Sent> {
  const llm = new ScriptedClient([fails({ kind: "connection", message: "refused" })], parent.wire);
  await runFork({ llm, parent: captureOn(parent), overrides });
  const [raw = ""] = llm.bodies;
  const { input, ...rest } = JSON.parse(raw);
  return { raw, input, behind: input.slice(parent.history.length), rest };
}

const { input: _, ...before } = JSON.parse(parent.around(parent.history.join(",")));

test("overrides follow the parent's input, and its key, tools and instructions stay", async () => {
  const { raw, behind, rest } = await firstRequest({ reminder: "Be brief.", maxTokens: 64 });
  expect(raw).toContain(parent.history.join(","));
  expect(before).toMatchObject({ prompt_cache_key: "k", instructions: "Help.", tools: [{ name: "Read" }] });
  expect(rest).toEqual({ ...before, max_output_tokens: 64, stream: true });
  expect(behind).toMatchObject([{ ...own, content: [{ type: "input_text", text: "Be brief." }, said] }]);
});

test("a fork without overrides adds only its directive", async () => {
  const { raw, behind, rest } = await firstRequest();
  expect(raw).toContain(parent.history.join(","));
  expect(rest).toEqual({ ...before, stream: true });
  expect(behind).toMatchObject([{ ...own, content: [said] }]);
});
