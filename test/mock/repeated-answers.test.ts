import { expect, test } from "vitest";
import { askHandler } from "./ask-handler.ts";

type Json = { readonly [name: string]: unknown };

const words = (count: number, of: string): string => Array.from({ length: count }, (_, at) => `${of} ${at}`).join(" ");
const begun = [
  { role: "system", content: words(700, "rule of the house") },
  { role: "user", content: "Write a story." },
];
const STORY = words(1200, "and the sea rose");

/** The tokens that a fork's request reads, and the size of its parent's request. */
function forkOf(model: string, given: string, path = "/v1/chat/completions"): { read: number; parent: number } {
  const { ask } = askHandler({ parent: [{ text: STORY }, { text: "ok" }, { text: "ok" }] });
  const sent = (messages: readonly Json[]): Json => {
    const asking = { lane: "parent", headers: [["authorization", "Bearer a"]] as const, path };
    const { usage } = ask({ model, messages }, asking).json;
    return usage as Json;
  };
  const parent = Number(sent(begun)["prompt_tokens"]);
  // Some caches can be read a while later: a request of another conversation passes the time.
  sent([{ role: "user", content: "something else" }]);
  const fork = [...begun, { role: "assistant", content: given }, { role: "user", content: words(2500, "another") }];
  const usage = sent(fork);
  const details = usage["prompt_tokens_details"] as Json | undefined;
  return { read: Number(details?.["cached_tokens"]), parent };
}

test.each(["gpt-5.4", "gpt-4o", "grok-4.6", "grok-4-fast", "deepseek-v4-flash", "mistral-large-latest"])(
  "on %s a fork that changes the parent's answer reads the parent's prompt, and one that repeats it reads more",
  (model) => {
    const other = forkOf(model, "No.");
    expect([other.read > 0, other.read <= other.parent + 1]).toEqual([true, true]);
    const same = forkOf(model, STORY);
    expect(same.read).toBeGreaterThan(same.parent + 2_000);
  },
);
