import { expect, test } from "vitest";
import { simulate } from "./simulated.ts";

const asked = { model: "deepseek-v4-flash", tools: [], messages: [{ role: "user", content: "Who keeps the light?" }] };
const usage = { prompt_tokens: 90, completion_tokens: 1, prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 90 };

/** The predicted length of one prompt, which a deployment of this fingerprint answered at this time. */
function predicted(fingerprint: string, t?: number): number {
  const response = JSON.stringify({ system_fingerprint: fingerprint });
  const exchange = { turns: [], body: asked, usage, response, ...(t !== undefined && { t }) };
  const options = { anchored: false, provider: "deepseek" } as const;
  return simulate([exchange], options).exchanges[0]?.predicted?.total ?? Number.NaN;
}

test("the text on effort counts only for deployments of DeepSeek V4 that put it before a prompt", () => {
  expect(predicted("a26a79559") - predicted("fp_8b330d02d0")).toBe(79);
});

test("the recorded time of an exchange takes precedence over the fingerprint", () => {
  const [before, since] = [Date.parse("2026-06-10") / 1e3, Date.parse("2026-08-05") / 1e3];
  expect(predicted("a26a79559", before)).toBe(predicted("fp_8b330d02d0"));
  expect(predicted("fp_8b330d02d0", since)).toBe(predicted("a26a79559"));
});
