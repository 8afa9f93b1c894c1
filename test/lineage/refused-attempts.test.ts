import { describe, expect, it } from "vitest";
import { findIncidents } from "../../harness/incidents/find-incidents.ts";
import type { JudgedRecording } from "../../harness/kernel/inspection/inspection.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { drawn } from "./drawn.ts";
import { recordingOf, type Sent } from "./sent.ts";

const LONG = "Be brief. ".repeat(4_000);
const whole: Sent = { wire: "chat", said: "a", system: LONG, answer: "b" };
const broken: Sent = { ...whole, said: "abc", system: `You write code. ${LONG}`, answer: "d" };
const refused = (sent: Sent, status = 529): Sent => ({ ...sent, status });

function inspect(...requests: readonly Sent[]): JudgedRecording {
  return inspectRecording(recordingOf(requests));
}

describe("a broken request that the provider refuses", () => {
  it.for([429, 500, 529])("costs nothing with status %i, and the answered retry bears the cost", (status) => {
    const judged = inspect(whole, refused(broken, status), broken);
    const [, first, retry] = judged.exchanges;
    expect(first).toMatchObject({ parent: "1", relation: "turn", unanswered: "refused", breakCost: null });
    expect(retry).toMatchObject({ parent: "1", relation: "turn", reusable: "no", class: "changed" });
    expect(retry?.breakCost?.lostTokens).toBeGreaterThan(5_000);
    expect(judged.totals.lost.tokens?.ours).toBe(retry?.breakCost?.lostTokens);
    const [incident] = findIncidents(judged);
    expect(incident).toMatchObject({ requests: 2, cost: { tokens: retry?.breakCost?.lostTokens } });
  });

  it("costs as much after several refusals as after one", () => {
    const once = inspect(whole, refused(broken), broken);
    const often = inspect(whole, refused(broken), refused(broken), refused(broken), broken);
    const lost = often.exchanges.map(({ breakCost }) => breakCost?.lostTokens ?? null);
    expect(lost).toEqual([null, null, null, null, once.exchanges[2]?.breakCost?.lostTokens]);
    expect(often.totals.lost.tokens).toEqual(once.totals.lost.tokens);
  });

  it("lets the next message bear the cost if the user writes on", () => {
    const judged = inspect(whole, refused(broken), { ...broken, said: "abcde" });
    expect(judged.exchanges[2]).toMatchObject({ parent: "1", relation: "turn", reusable: "no" });
    expect(judged.exchanges[2]?.breakCost?.lostTokens).toBeGreaterThan(5_000);
  });
});

describe("a refused request that is sent again", () => {
  it("leaves the main line to its retry, also if a fork ran next to it", () => {
    const turn: Sent = { ...whole, said: "abc", answer: "d" };
    const fork: Sent = { ...whole, said: "abF", answer: "d" };
    const next: Sent = { ...whole, said: "abcde", answer: "f" };
    expect(drawn(whole, refused(turn), turn, next)).toEqual(["1 - root", "2 1 turn", "3 1 turn", "4 3 turn"]);
    expect(drawn(whole, refused(turn), fork, turn, next)).toEqual([
      "1 - root",
      "2 1 turn",
      "3 1 branch",
      "4 1 turn",
      "5 4 turn",
    ]);
    const { exchanges } = inspect(whole, refused(turn), turn, next);
    expect(exchanges.flatMap(({ alternatives }) => alternatives)).toEqual([]);
  });

  it("breaks nothing if its retry restores the prefix", () => {
    const restored: Sent = { ...whole, said: "abc", answer: "d" };
    const { exchanges, totals } = inspect(whole, refused(broken, 400), restored);
    expect(exchanges[2]).toMatchObject({ parent: "1", breakCost: null });
    expect(exchanges[2]?.findings.filter(({ role }) => role !== "note")).toEqual([]);
    expect(totals.breaks).toBe(1);
  });
});
