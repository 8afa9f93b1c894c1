import { describe, expect, it } from "vitest";
import { Lineage } from "../../harness/lineage/lineage.ts";
import type { RequestSummary } from "../../harness/lineage/requests/request-summary.ts";
import { digestOf, summaryOf as told } from "./summary.ts";

function descents(...requests: readonly RequestSummary[]): readonly string[] {
  const lineage = new Lineage();
  const parents = requests.map((request) => lineage.add(request).parent);
  const settled = lineage.settled();
  return requests.map(({ id }, at) => `${id} ${parents[at] ?? "-"} ${settled.get(id)?.relation}`);
}

const summary = { words: { asksForSummary: true } };
const digest = (tools: string, system: string, said: string): RequestSummary["digest"] =>
  digestOf(
    tools,
    system,
    said.split("").map((letter) => [letter]),
  );
const other = { digest: digest("other tools", "other system", "x") };

/** Every other one of the first five messages is the model's; the user says the rest. */
function firstFiveInTurn(said: string): RequestSummary["digest"] {
  const byModel = said.split("").map((_, at) => at % 2 === 1 && at < 5);
  return digestOf(
    "tools",
    "system",
    said.split("").map((letter) => [letter]),
    byModel,
  );
}

describe("lineage", () => {
  it("a conversation goes on turn by turn, and another continuation of one request is a branch", () => {
    expect(descents(told("1", "a"), told("2", "abc"), told("3", "abcde"), told("4", "abcxy"))).toEqual([
      "1 - root",
      "2 1 turn",
      "3 2 turn",
      "4 2 branch",
    ]);
  });

  it("a fork is not taken for the child of a parent that went on meanwhile", () => {
    expect(descents(told("1", "a"), told("2", "abc"), told("3", "abcde"), told("4", "abcdfg"))).toContain("4 2 branch");
  });

  it("a fork that leaves its parent's answer out continues the parent; one that was sent before that answer began is a sibling", () => {
    const fork = (startedAtMs: number): RequestSummary =>
      told("3", "", { digest: firstFiveInTurn("abcdexyz"), startedAtMs });
    const slow = told("2", "abcde", { startedAtMs: 2_000, answeredAtMs: 9_000 });
    expect(descents(told("1", "abc"), slow, fork(9_500))).toContain("3 2 turn");
    expect(descents(told("1", "abc"), slow, fork(2_500))).toContain("3 1 branch");
  });

  it("a request that was never answered goes on without its answer", () => {
    const requests = [told("1", "abc"), told("2", "abcde", { outcome: "cut" })];
    expect(descents(...requests, told("3", "", { digest: firstFiveInTurn("abcdef") }))).toContain("3 2 turn");
  });

  it("a fork whose parent the recording names is its branch, and the main line goes on beside it", () => {
    const requests = [
      told("1", "a"),
      told("2", "abc"),
      told("3", "xyz", { named: { id: "1", by: "forkOf" } }),
      told("4", "abcde"),
    ];
    expect(descents(...requests)).toEqual(["1 - root", "2 1 turn", "3 1 branch", "4 2 turn"]);
  });

  it("a fork that adds a block to its parent's last message continues it", () => {
    const fork = told("3", "", { digest: digestOf("tools", "system", [["a"], ["b"], ["c", "x"]]) });
    expect(descents(told("1", "a"), told("2", "abc"), fork)).toContain("3 2 turn");
  });

  it("an edited head does not hide whose history it is", () => {
    expect(descents(told("1", "abcde"), told("2", "Abcdefg"))).toEqual(["1 - root", "2 1 turn"]);
  });

  describe("of two agents at one task, who say much the same under system prompts of their own,", () => {
    const of = (agent: string, id: string, said: string): RequestSummary =>
      told(id, said, { digest: digest("tools", agent, said) });

    it("each continues its own requests, though the other's is the latest that ends so", () => {
      const requests = [of("A", "1", "abc"), of("B", "2", "Abc"), of("A", "3", "abcde"), of("B", "4", "Abcde")];
      expect(descents(...requests, of("B", "5", "Abcdefg"), of("A", "6", "abcdefg"))).toEqual([
        "1 - root",
        "2 - root",
        "3 1 turn",
        "4 2 turn",
        "5 4 turn",
        "6 3 turn",
      ]);
    });

    it("the other's longer history is no edited form of its own", () => {
      const requests = [of("B", "1", "Abc"), of("A", "2", "abcde")];
      expect(descents(of("A", "0", "x"), ...requests, of("B", "4", "Abcdefg"))).toContain("4 1 turn");
    });

    it("a fork that has another system prompt and an edited history is still found", () => {
      expect(descents(of("A", "1", "abcde"), of("B", "2", "Abcdefg"))).toContain("2 1 turn");
    });
  });

  it("a rewind belongs to what it goes back in", () => {
    expect(descents(told("1", "abcde"), told("2", "abc"))).toEqual(["1 - root", "2 1 turn"]);
  });

  it("a request for a summary and what starts from it are compaction", () => {
    const requests = [told("1", "abcde"), told("2", "abcdes", summary), told("3", "SU"), told("4", "SUvw")];
    expect(descents(...requests)).toEqual(["1 - root", "2 1 compaction", "3 1 compaction", "4 3 turn"]);
  });

  it("what starts from a summary continues whose summary it is, though another agent asked meanwhile", () => {
    const requests = [told("1", "abcde"), told("2", "x", other), told("3", "abcdes", summary)];
    const meanwhile = told("4", "", { digest: digest("tools", "system", "q"), key: "another" });
    expect(descents(...requests, meanwhile, told("5", "SU"))).toContain("5 1 compaction");
  });

  it("a new conversation on the same system prompt is a root of its own", () => {
    expect(descents(told("1", "abcde"), told("2", "x"))).toEqual(["1 - root", "2 - root"]);
  });

  it("own system and tools are fresh, and the task tells who gave it", () => {
    const asking: RequestSummary["behind"] = () => [
      { by: "user", items: [{ kind: "text", text: "Inspect the module." }] },
    ];
    const task = { ...other, behind: asking };
    const answer = { items: ["call"], calls: ["1"], ids: ["1"], inputs: ["Inspect the module."], text: null };
    const giver = told("2", "abc", { answer });
    expect(descents(told("1", "a"), giver, told("3", "abcde"), told("4", "", task))).toContain("4 2 fresh");
    const handedOff = { digest: digest("other tools", "other system", "abcfg") };
    expect(descents(told("1", "abc"), told("2", "", handedOff))).toEqual(["1 - root", "2 1 fresh"]);
  });

  it("another model or wire without any of the history stands aside", () => {
    expect(descents(told("1", "abc"), told("2", "t", { voice: "wire small-model" }))).toEqual(["1 - root", "2 - side"]);
  });
});
