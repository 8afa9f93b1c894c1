import { resolve } from "node:path";
import { expect, test } from "vitest";
import { playProvider } from "./playing-provider.ts";
import { runCase } from "./run-live.ts";

const scenario = {
  name: "scripted or live",
  parent: { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" },
  fork: { strategy: "pass-through", prompt: "Who taught her? One line." },
  provider: { mode: "live", script: [{ text: "Scripted." }] },
  expect: { verdict: "byte-identical" },
};

test("a script answers a live scenario without --live, and the real provider answers it with --live", async () => {
  await using provider = await playProvider({});
  const scripted = await runCase(scenario, []);
  expect(scripted.exit, scripted.out).toBe(0);
  expect(scripted.result.jobs).toMatchObject([{ forks: [{ output: "Scripted." }] }]);
  expect(scripted.result.jobs[0]).not.toHaveProperty("live");
  expect(provider.requests).toHaveLength(0);
  const live = await runCase(scenario, ["--live", "--base-url", provider.baseUrl]);
  expect(live.exit, live.out).toBe(0);
  expect(live.result.jobs).toMatchObject([{ forks: [{ output: "Rasmus Holm." }], live: { provider: "anthropic" } }]);
  expect(provider.requests).toHaveLength(2);
});

test("a matrix over the mode runs its mocked variant always, and its live variant with --live", async () => {
  await using provider = await playProvider({});
  const both = {
    ...scenario,
    matrix: { mode: ["mock", "live"] },
    provider: { ...scenario.provider, mode: "${mode}" },
  };
  const outputs = ({ result }: Awaited<ReturnType<typeof runCase>>): unknown =>
    result.jobs.map(({ id, forks }) => [id, forks[0]?.output ?? null]);
  expect(outputs(await runCase(both, []))).toEqual([
    ["scripted or live [mode=mock]", "Scripted."],
    ["scripted or live [mode=live]", null],
  ]);
  expect(provider.requests).toHaveLength(0);
  expect(outputs(await runCase(both, ["--live", "--base-url", provider.baseUrl]))).toEqual([
    ["scripted or live [mode=mock]", "Scripted."],
    ["scripted or live [mode=live]", "Rasmus Holm."],
  ]);
});
