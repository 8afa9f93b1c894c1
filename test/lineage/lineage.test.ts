import { describe, expect, it } from "vitest";
import type { Told } from "../../harness/lineage/known-request.ts";
import { Lineage } from "../../harness/lineage/lineage.ts";

/** A request whose messages are the letters of `said`; equal letters are equal messages, and every second is the model's. */
function told(id: string, said: string, more: Partial<Told> = {}): Told {
  return {
    id,
    voice: "wire model",
    key: "",
    host: null,
    digest: digest("tools", "system", said),
    words: { asksForSummary: false, phrases: [] },
    isRefused: false,
    hasAnswer: () => true,
    answered: () => false,
    isWithoutAnswers: false,
    callsBehind: () => false,
    statesSummaryBehind: () => false,
    startedAtMs: null,
    answeredAtMs: null,
    forkOf: null,
    ...more,
  };
}

function digest(tools: string, system: string, said: string): Told["digest"] {
  const messages = said.split("");
  const byModel = messages.map((_, at) => at % 2 === 1);
  return { tools, system, messages, leads: messages.map((each) => [each]), byModel };
}

/** Every other one of the first five messages. */
function saidByModel(messages: number): readonly boolean[] {
  return Array.from({ length: messages }, (_, at) => at % 2 === 1 && at < 5);
}

function descents(...requests: readonly Told[]): readonly string[] {
  const lineage = new Lineage();
  const parents = requests.map((request) => lineage.add(request).parent);
  const settled = lineage.settled();
  return requests.map(({ id }, at) => `${id} ${parents[at] ?? "-"} ${settled.get(id)?.relation}`);
}

const summary = { words: { asksForSummary: true, phrases: [] } };
const other = { digest: digest("other tools", "other system", "x") };

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

  it("a sibling with the same tool result is told by the answer that does not follow", () => {
    const fork = told("3", "abcdexyz");
    const byModel = saidByModel(fork.digest.messages.length);
    expect(descents(told("1", "abc"), told("2", "abcde"), { ...fork, digest: { ...fork.digest, byModel } })).toContain(
      "3 1 branch",
    );
  });

  it("a request that was never answered goes on without its answer", () => {
    const requests = [told("1", "abc"), told("2", "abcde", { hasAnswer: () => false })];
    const { digest: long } = told("3", "abcdef");
    const next = {
      ...told("3", ""),
      digest: { ...long, byModel: saidByModel(long.messages.length) },
    };
    expect(descents(...requests, next)).toContain("3 2 turn");
  });

  it("a fork whose parent the recording names is its branch, and the main line goes on beside it", () => {
    const requests = [told("1", "a"), told("2", "abc"), told("3", "xyz", { forkOf: "1" }), told("4", "abcde")];
    expect(descents(...requests)).toEqual(["1 - root", "2 1 turn", "3 1 branch", "4 2 turn"]);
  });

  it("a fork that adds a block to its parent's last message continues it", () => {
    const fork = told("3", "abx");
    const leads = [["a"], ["b"], ["c", "x"]];
    expect(descents(told("1", "a"), told("2", "abc"), { ...fork, digest: { ...fork.digest, leads } })).toContain(
      "3 2 turn",
    );
  });

  it("an edited head does not hide whose history it is", () => {
    expect(descents(told("1", "abcde"), told("2", "Abcdefg"))).toEqual(["1 - root", "2 1 turn"]);
  });

  describe("of two agents at one task, who say much the same under system prompts of their own,", () => {
    const of = (agent: string, id: string, said: string): Told =>
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
    const task = { ...other, words: { asksForSummary: false, phrases: ["inspect the module"] } };
    const giver = told("2", "abc", { answered: (phrase) => phrase === "inspect the module" });
    expect(descents(told("1", "a"), giver, told("3", "abcde"), told("4", "", task))).toContain("4 2 fresh");
    const handedOff = { digest: digest("other tools", "other system", "abcfg") };
    expect(descents(told("1", "abc"), told("2", "", handedOff))).toEqual(["1 - root", "2 1 fresh"]);
  });

  it("another model or wire without any of the history stands aside", () => {
    expect(descents(told("1", "abc"), told("2", "t", { voice: "wire small-model" }))).toEqual(["1 - root", "2 - side"]);
  });
});
