import { describe, expect, it } from "vitest";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { drawn } from "./drawn.ts";
import { recordingOf, type Sent } from "./sent.ts";

const planner = { system: "You plan.", tools: ["read", "list"], host: "api.one.example" };
const small = { ...planner, model: "claude-haiku-4-5" };
const other = { ...planner, host: "api.two.example" };
const asked = ["a", "abc"].map((said) => ({ ...planner, said, answer: "z" }));
const busy = { ...planner, said: "abcde", answer: "z", status: 529 };

describe("the same messages, sent again to another host or model,", () => {
  it.each<readonly [string, Omit<Sent, "said">, string]>([
    ["another host", other, "CB603"],
    ["another model", small, "CB101"],
    ["another model at another host", { ...small, host: other.host }, "CB101 CB603"],
  ])("are a side that breaks nothing for %s, and the first conversation continues by itself", (_, elsewhere, codes) => {
    const again = ["abc", "abcde"].map((said) => ({ ...elsewhere, said, answer: "z" }));
    const requests = [...asked, ...again.slice(0, 1), { ...planner, said: "abcde", answer: "z" }, ...again.slice(1)];
    expect(drawn(...requests)).toEqual(["1 - root", "2 1 turn", "3 2 side", "4 2 turn", "5 3 turn"]);
    const { exchanges, totals } = inspectRecording(recordingOf(requests));
    const notes = exchanges[2]?.findings.filter(({ role }) => role === "note").map(({ code }) => code) ?? [];
    expect(notes).toEqual(expect.arrayContaining(codes.split(" ")));
    expect(exchanges[2]).toMatchObject({ verdict: "byte-identical", reusable: "unknown", breakCost: null });
    expect(totals.breaks).toBe(0);
  });

  it("are a conversation of its own if they are only a question", () => {
    const [first, second] = ["a", "abc"];
    expect(drawn({ ...planner, said: first }, { ...other, said: first }, { ...other, said: second })).toEqual([
      "1 - root",
      "2 - root",
      "3 2 turn",
    ]);
  });

  it("break the stored prefix if the first request was refused and the conversation moved", () => {
    expect(drawn(...asked, busy, { ...small, said: "abcde" }, { ...small, said: "abcdefg" }).slice(2)).toEqual([
      "3 2 turn",
      "4 3 side CB101",
      "5 4 turn",
    ]);
    expect(drawn(...asked, busy, { ...other, said: "abcde" })[3]).toBe("4 3 turn CB603");
  });

  it("break nothing if no earlier request was answered", () => {
    const refused = { ...busy, said: "abc", status: 429 };
    expect(drawn(refused, { ...small, host: other.host, said: "abc" })).toEqual(["1 - root", "2 1 side"]);
  });
});

describe("a conversation that continues at another host", () => {
  it("is a turn that broke the prefix, and on its return continues the latest request", () => {
    expect(drawn(...asked, { ...other, said: "abcde" }, { ...planner, said: "abcdefg" }).slice(2)).toEqual([
      "3 2 turn CB603",
      "4 3 turn CB603",
    ]);
  });

  it("is a branch if the conversation continues at the first host too", () => {
    const found = drawn(...asked, { ...other, said: "abcde" }, { ...planner, said: "abcdE" });
    expect(found.slice(2)).toEqual(["3 2 branch CB603", "4 2 turn"]);
  });
});
