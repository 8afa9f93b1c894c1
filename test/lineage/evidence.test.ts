import { describe, expect, it } from "vitest";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import type { InspectedExchange } from "../../harness/kernel/inspection/inspection.ts";
import { recordingOf, type Sent } from "./sent.ts";

const coder = { system: "You write code.", tools: ["read", "agent"] };
const task = "Inspect the retry loop and report in three lines.";
const text = (words: string): object => ({ type: "text", text: words });
const result = (id: string, words: string): object => ({ type: "tool_result", tool_use_id: id, content: words });
const calls = (id: string, name: string, input: object): object => ({ type: "tool_use", id, name, input });

// The parent reads a file, then calls an agent with the task.
const blocks = {
  b: [text("I read it."), calls("toolu_read", "read", { path: "src/retry.ts" })],
  d: [text("I ask an agent."), calls("toolu_agent", "agent", { prompt: task })],
};

const words: NonNullable<Sent["words"]> = {
  ...blocks,
  c: [result("toolu_read", "export const limit = 3; // the retry limit of the loop")],
  e: [result("toolu_agent", "The loop ignores the limit that the file names.")],
  // What forks say instead.
  E: [result("toolu_agent", "The agent has started."), text(task)],
  T: [text(task)],
  D: [text("I ask an agent.")],
  C: [result("toolu_read", "[cleared]")],
  J: [result("toolu_read", `export const limit = 3; // the retry limit of the loop\n\n${task}`)],
  P: [result("toolu_read", "export const limit = 3; // the retry"), text("What did you find?")],
  F: [result("toolu_read", "The work goes on in the background."), text("What did you find?")],
  x: [calls("toolu_test", "read", { path: "test/retry.test.ts" })],
  y: [result("toolu_test", "it retries three times and then gives up")],
  U: [text("What else is there?")],
  V: [text("Write the summary.")],
};

function sent(said: string, more: Partial<Sent> = {}): Sent {
  return { ...coder, said, words, ...more };
}

/** Each request as `<id> <parent> <relation>`, with its evidence, other parents in brackets and codes. */
function shown(...requests: readonly Sent[]): readonly string[] {
  return inspectRecording(recordingOf(requests)).exchanges.map((each) => {
    const others = each.alternatives.map(({ parent }) => parent);
    return [
      `${each.id} ${each.parent ?? "-"} ${each.relation}`,
      ...others.map((id) => `[${id}]`),
      ...codesOf(each),
    ].join(" ");
  });
}

function codesOf({ findings, suspected }: InspectedExchange): readonly string[] {
  const causes = findings.filter(({ role }) => role === "cause" || role === "invalid").map(({ code }) => code);
  return [...causes, ...suspected.map((code) => `perhaps ${code}`)];
}

describe("a fork while its parent waits", () => {
  const parent = [sent("a"), sent("abc")];

  it("is a branch, and the parent's own next request is the turn, whichever comes first", () => {
    const [fork, next] = [sent("abcdE"), sent("abcde")];
    expect(shown(...parent, fork, next).slice(2)).toEqual(["3 2 branch", "4 2 turn"]);
    expect(shown(...parent, next, fork).slice(2)).toEqual(["3 2 turn", "4 2 branch"]);
  });

  it("is known by its task after it lost the last exchange, even if only a later request shows who gave the task", () => {
    const cut = sent("abT");
    expect(shown(...parent, cut, sent("abcde")).slice(2)).toEqual([
      expect.stringMatching(/^3 2 branch CB402/),
      "4 2 turn",
    ]);
  });

  it("is a branch although it keeps only the text of its parent's answer", () => {
    expect(shown(...parent, sent("abcDT"), sent("abcde")).slice(2)).toEqual(["3 2 branch", "4 2 turn"]);
  });

  it("is a branch if it adds text to its parent's tool results, and the parent continues with only the results", () => {
    expect(shown(sent("a"), sent("abF"), sent("abc")).slice(1)).toEqual(["2 1 branch", "3 1 turn"]);
  });

  it("is explained by its evidence", () => {
    const { exchanges } = inspectRecording(recordingOf([...parent, sent("abcdE"), sent("abcde")]));
    // No answer was recorded: only the last one repeats what another request showed before it.
    expect(exchanges.map(({ parentBecause }) => parentBecause)).toEqual([
      [],
      ["shared-prefix"],
      ["directive-of-call", "shared-prefix"],
      ["repeats-answer", "answers-call", "shared-prefix"],
    ]);
    const recorded = inspectRecording(recordingOf([sent("a", { answer: "z" }), sent("azU")]));
    expect(recorded.exchanges[1]?.parentBecause).toEqual(["repeats-answer", "shared-prefix"]);
    expect(exchanges.map(({ conversation }) => conversation)).toEqual(["1", "1", "1", "1"]);
  });
});

describe("a request that continues an older one", () => {
  it("is in doubt if everything since then is missing, and names the newer parent", () => {
    expect(shown(sent("a"), sent("abc"), sent("abV"))[2]).toMatch(/^3 1 branch \[2\].* perhaps CB/);
  });

  it("is not in doubt if it is the third to ask something else behind the same answer: forks one after the other are like forks at once", () => {
    const [first, fork] = [sent("a", { answer: "z" }), sent("azU", { answer: "y" })];
    expect(shown(first, fork, sent("azV", { answer: "x" }), sent("azW")).slice(2)).toEqual([
      "3 1 branch",
      "4 1 branch",
    ]);
    expect(shown(first, fork, sent("azV"))[2]).toMatch(/\[2\].* perhaps CB/);
    expect(shown(first, fork, sent("azUyabV"), sent("azW"), sent("azV"))[4]).toMatch(/\[3\].* perhaps CB/);
  });

  it("is in doubt if the newer one brings results, which it may have lost", () => {
    expect(shown(sent("a", { answer: "b" }), sent("abc"), sent("abV"))[2]).toMatch(/\[2\].* perhaps CB/);
  });

  it("is not in doubt if the newer request still waited for its answer", () => {
    const waiting = { answer: "y", at: 20, took: 60 };
    const first = sent("a", { answer: "z", at: 1, took: 1 });
    expect(shown(first, sent("azU", waiting), sent("azV", { at: 25 }))[2]).toBe("3 1 branch");
  });

  it.each(["C", "P"])("is in doubt if a tool's result was cleared or cut: %s", (edited) => {
    expect(shown(sent("a"), sent("abc"), sent("abcdU"), sent(`ab${edited}`))[3]).toMatch(/perhaps CB|CB4/);
  });
});

describe("an edited end of the parent", () => {
  it("is found if the parent's answer follows it", () => {
    const answered = sent("abc", { answer: "z" });
    expect(shown(sent("a"), answered, sent("abCzU"))[2]).toBe("3 2 turn CB406");
  });

  it("is found if the directive was joined to the parent's last text", () => {
    expect(shown(sent("a"), sent("abc"), sent("abcdU"), sent("abJ"))[3]).toMatch(/^4 2 branch CB405$/);
  });
});

describe("a repeated request", () => {
  it("is another sample of its parent if the first one has its answer", () => {
    const parent = sent("a", { answer: "z" });
    const sample = sent("azT", { answer: "y" });
    expect(shown(parent, sample, sample).slice(1)).toEqual(["2 1 turn", "3 1 branch"]);
  });

  it("continues the parent of the first one if that was refused", () => {
    const refused = sent("azT", { answer: "y", status: 529 });
    expect(shown(sent("a", { answer: "z" }), refused, sent("azT")).slice(1)).toEqual(["2 1 turn", "3 1 turn"]);
  });
});

describe("a parent that the user has named", () => {
  it("leaves no doubt", () => {
    const requests = [sent("a"), sent("abc"), sent("abV")];
    for (const parent of ["1", "2"]) {
      const { exchanges, totals } = inspectRecording(recordingOf(requests), { parentOf: new Map([["3", parent]]) });
      expect(exchanges[2]).toMatchObject({ parent, parentBecause: ["said"], alternatives: [], suspected: [] });
      expect(totals.suspected).toBe(0);
    }
  });
});

describe("a task after a long introduction", () => {
  it("is still the input of the parent's call", () => {
    const introduced = {
      ...words,
      E: [result("toolu_agent", "Started."), text(`${"You are a fork. ".repeat(900)}${task}`)],
    };
    const requests = [sent("a"), sent("abc"), sent("abcdE", { words: introduced }), sent("abcde")];
    expect(inspectRecording(recordingOf(requests)).exchanges[2]?.parentBecause).toContain("directive-of-call");
  });
});

describe("a history that goes on from an early request by calls that only it shows", () => {
  it("may be one that lost its first messages, where no answer was recorded", () => {
    const requests = [sent("a"), sent("abc"), sent("abcde"), sent("axy")];
    expect(shown(...requests).slice(3)).toEqual(["4 1 branch [3] [2] perhaps CB402"]);
  });

  it("has lost them, where another request was given those calls and the early one was refused", () => {
    const [first, second] = [blocks.b, blocks.d].map((each) => ({ answer: "", blocks: each }));
    const requests = [sent("a", { status: 529, answer: "z" }), sent("a", first), sent("abc", second)];
    expect(shown(...requests, sent("ade")).slice(1)).toEqual(["2 1 turn", "3 2 turn", "4 3 turn CB402"]);
  });
});
