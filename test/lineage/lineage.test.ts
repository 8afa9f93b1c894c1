import { describe, expect, it } from "vitest";
import { Lineage } from "../../harness/lineage/lineage.ts";
import { callKey, digestText } from "../../harness/lineage/requests/digest.ts";
import type { RequestSummary } from "../../harness/lineage/requests/request-summary.ts";
import { digestOf, summaryOf as told } from "./summary.ts";

function descents(...requests: readonly RequestSummary[]): readonly string[] {
  const lineage = new Lineage();
  const parents = requests.map((request) => lineage.add(request).parent);
  const settled = lineage.settled(() => null);
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

describe("the lineage", () => {
  it("continues a conversation turn by turn, and makes another continuation of one request a branch", () => {
    expect(descents(told("1", "a"), told("2", "abc"), told("3", "abcde"), told("4", "abcxy"))).toEqual([
      "1 - root",
      "2 1 turn",
      "3 2 turn",
      "4 2 branch",
    ]);
  });

  it("does not make a fork the child of a parent that continued meanwhile", () => {
    expect(descents(told("1", "a"), told("2", "abc"), told("3", "abcde"), told("4", "abcdfg"))).toContain("4 2 branch");
  });

  it("makes a fork without its parent's answer the parent's child, and one sent before that answer began a sibling", () => {
    const fork = (startedAtMs: number): RequestSummary =>
      told("3", "", { digest: firstFiveInTurn("abcdexyz"), startedAtMs });
    const slow = told("2", "abcde", { startedAtMs: 2_000, answeredAtMs: 9_000 });
    expect(descents(told("1", "abc"), slow, fork(9_500))).toContain("3 2 turn");
    expect(descents(told("1", "abc"), slow, fork(2_500))).toContain("3 1 branch");
  });

  it("continues a request without an answer", () => {
    const requests = [told("1", "abc"), told("2", "abcde", { outcome: "cut" })];
    expect(descents(...requests, told("3", "", { digest: firstFiveInTurn("abcdef") }))).toContain("3 2 turn");
  });

  it("makes a fork whose parent the recording names its branch, and continues the main line", () => {
    const requests = [
      told("1", "a"),
      told("2", "abc"),
      told("3", "xyz", { named: { id: "1", by: "forkOf" } }),
      told("4", "abcde"),
    ];
    expect(descents(...requests)).toEqual(["1 - root", "2 1 turn", "3 1 branch", "4 2 turn"]);
  });

  it("makes a fork that adds a block to its parent's last message its child", () => {
    const fork = told("3", "", { digest: digestOf("tools", "system", [["a"], ["b"], ["c", "x"]]) });
    expect(descents(told("1", "a"), told("2", "abc"), fork)).toContain("3 2 turn");
  });

  it("finds the history of a request with an edited head", () => {
    expect(descents(told("1", "abcde"), told("2", "Abcdefg"))).toEqual(["1 - root", "2 1 turn"]);
  });

  describe("with two agents at one task, who say much the same under system prompts of their own,", () => {
    const of = (agent: string, id: string, said: string): RequestSummary =>
      told(id, said, { digest: digest("tools", agent, said) });

    it("continues each agent's own requests, even if the other's is the latest with that end", () => {
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

    it("does not take the other's longer history for an edited form of its own", () => {
      const requests = [of("B", "1", "Abc"), of("A", "2", "abcde")];
      expect(descents(of("A", "0", "x"), ...requests, of("B", "4", "Abcdefg"))).toContain("4 1 turn");
    });

    it("still finds a fork that has another system prompt and an edited history", () => {
      expect(descents(of("A", "1", "abcde"), of("B", "2", "Abcdefg"))).toContain("2 1 turn");
    });
  });

  it("makes a rewind the child of the request that it rewinds", () => {
    expect(descents(told("1", "abcde"), told("2", "abc"))).toEqual(["1 - root", "2 1 turn"]);
  });

  it("makes a request for a summary and the conversation that starts from it compactions", () => {
    const requests = [told("1", "abcde"), told("2", "abcdes", summary), told("3", "SU"), told("4", "SUvw")];
    expect(descents(...requests)).toEqual(["1 - root", "2 1 compaction", "3 1 compaction", "4 3 turn"]);
  });

  it("makes a conversation that starts from a summary the child of its history, even if another agent asked meanwhile", () => {
    const requests = [told("1", "abcde"), told("2", "x", other), told("3", "abcdes", summary)];
    const meanwhile = told("4", "", { digest: digest("tools", "system", "q"), key: "another" });
    expect(descents(...requests, meanwhile, told("5", "SU"))).toContain("5 1 compaction");
  });

  it("makes a new conversation on the same system prompt a root of its own", () => {
    expect(descents(told("1", "abcde"), told("2", "x"))).toEqual(["1 - root", "2 - root"]);
  });

  it("makes a request with its own system prompt and tools fresh, and finds its parent by the task", () => {
    const asking: RequestSummary["behind"] = () => [
      { by: "user", items: [{ kind: "text", text: "Inspect the module." }] },
    ];
    const task = { ...other, behind: asking };
    const [call, id] = [digestText("call"), callKey("1")];
    const answer = { items: [call], calls: [call], ids: [id], inputs: ["Inspect the module."], text: null };
    const giver = told("2", "abc", { answer });
    expect(descents(told("1", "a"), giver, told("3", "abcde"), told("4", "", task))).toContain("4 2 fresh");
    const handedOff = { digest: digest("other tools", "other system", "abcfg") };
    expect(descents(told("1", "abc"), told("2", "", handedOff))).toEqual(["1 - root", "2 1 fresh"]);
  });

  it("makes a request on another model or wire format without any of the history a side", () => {
    expect(descents(told("1", "abc"), told("2", "t", { voice: "wire small-model" }))).toEqual(["1 - root", "2 - side"]);
  });
});
