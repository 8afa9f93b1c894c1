import { describe, expect, test } from "vitest";
import { forkRollout } from "../../../src/strategies/fork-rollout.ts";

type Payload = { readonly [name: string]: unknown };

const line = (type: string, payload: Payload): string =>
  JSON.stringify({ timestamp: "2026-05-19T00:00:00Z", type, payload });
const message = (role: string, text: string, more: Payload = {}): string =>
  line("response_item", { type: "message", role, content: [{ type: "text", text }], ...more });
const between = (text: string, triggers: boolean): string =>
  message("assistant", JSON.stringify({ content: text, trigger_turn: triggers }));
const meta = line("session_meta", { id: "s" });
const baseline = line("turn_context", { model: "m" });

describe("a full fork of a rollout", () => {
  const seed = message("user", "parent seed context");
  const rules = message("developer", "Parent root guidance.");
  const final = message("assistant", "parent final answer", { phase: "final_answer" });
  const rollout = [
    meta,
    seed,
    rules,
    message("assistant", "parent commentary", { phase: "commentary" }),
    final,
    message("assistant", "parent unknown phase"),
    line("response_item", { type: "reasoning", id: "r", summary: [] }),
    between("parent trigger message", true),
    line("response_item", { type: "function_call", call_id: "c", name: "spawn_agent", arguments: "{}" }),
    baseline,
    line("risk_score", { value: 1 }),
  ];

  test("keeps seed, rules, final answer and the parent's baseline, and drops comments and traces of work", () => {
    const { lines, baseline: kept, unreadable } = forkRollout(rollout.join("\n"), { kind: "full" });
    expect(lines).toEqual([meta, seed, rules, final, baseline]);
    expect(kept).toEqual({ model: "m" });
    expect(unreadable).toEqual([]);
  });

  test("lists unreadable lines, such as the last one after a crash", () => {
    expect(forkRollout(`${seed}\n{"type":"respo`, { kind: "full" })).toMatchObject({ lines: [seed], unreadable: [2] });
    expect(forkRollout("", { kind: "full" })).toEqual({ lines: [], baseline: null, unreadable: [] });
  });
});

describe("a fork of the last turns", () => {
  const current = message("user", "current parent task");
  const rollout = [
    meta,
    message("user", "old parent context"),
    between("queued message", false),
    baseline,
    between("triggered context", true),
    baseline,
    current,
  ];

  test("counts messages that start a turn, drops messages between agents also inside, and has no baseline", () => {
    const { lines, baseline: kept } = forkRollout(rollout.join("\n"), { kind: "last-turns", turns: 2 });
    expect(lines).toEqual([meta, current]);
    expect(kept).toBeNull();
  });

  test("begins at the first turn if there are fewer, and still drops the start-up context", () => {
    const environment = message("user", "<environment_context>cwd</environment_context>");
    expect(forkRollout([meta, environment, current].join("\n"), { kind: "last-turns", turns: 9 }).lines).toEqual([
      meta,
      current,
    ]);
  });

  test("keeps only the session without a turn", () => {
    expect(forkRollout([meta, baseline].join("\n"), { kind: "last-turns", turns: 1 }).lines).toEqual([meta]);
  });

  test("does not count turns that were rolled back", () => {
    const rollback = line("event_msg", { type: "thread_rolled_back", num_turns: 1 });
    const { lines } = forkRollout([meta, current, message("user", "undone"), rollback].join("\n"), {
      kind: "last-turns",
      turns: 1,
    });
    expect(lines).toEqual([meta, current]);
  });
});
