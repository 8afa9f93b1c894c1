import { expect, test } from "vitest";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { exchangeOf } from "../diagnosis/judge-example.ts";

const HOUR = 3_600_000;
const system = "Name the file and the line for each remark, and say why it matters. ".repeat(200);

function judged(members: object, afterMs: number): Judgement {
  const sent = (id: string, startedAtMs: number, ...more: readonly object[]): ReturnType<typeof exchangeOf> => {
    const messages = [{ role: "system", content: system }, { role: "user", content: "Look." }, ...more];
    const body = JSON.stringify({ model: "gpt-5.6-sol", messages, ...members });
    return exchangeOf(id, body, { path: "/v1/chat/completions", startedAtMs, firstByteMs: 100 });
  };
  const fork = [
    { role: "assistant", content: "Done." },
    { role: "user", content: "Again." },
  ];
  return judge({ parent: sent("1", 0), child: sent("2", afterMs, ...fork), provider: "openai" });
}

test("a fork within the lifetime that its parent asked for finds the entry", () => {
  const twelve = { prompt_cache_options: { ttl: "12h" } };
  expect(judged(twelve, 2 * HOUR)).toMatchObject({ reusable: "yes", findings: [] });
  const [late, short] = [judged(twelve, 13 * HOUR), judged({}, 2 * HOUR)];
  for (const { reusable, findings } of [late, short]) {
    expect([reusable, findings.map(({ code, role }) => [code, role])]).toEqual(["no", [["CB701", "cause"]]]);
  }
});

test("an entry within a requested lifetime, but past the promised one, is unknown", () => {
  const { reusable, reusableBecause, findings } = judged({ prompt_cache_retention: "24h" }, 2 * HOUR);
  expect([reusable, findings.map(({ code, role }) => [code, role])]).toEqual(["unknown", [["CB701", "note"]]]);
  expect(reusableBecause[0]).toContain("outlived what the provider promises");
  expect(judged({ prompt_cache_retention: "24h" }, 25 * HOUR)).toMatchObject({ reusable: "no" });
});
