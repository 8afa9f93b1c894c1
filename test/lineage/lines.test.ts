import { describe, expect, it } from "vitest";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import { choosePair } from "../../harness/verdict/recording/choose-pair.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { drawn as lines } from "./drawn.ts";
import { recordingOf, type Sent } from "./sent.ts";

/** Two agents that ask in turn, each for itself. */
function inTurn(left: Omit<Sent, "said">, right: Omit<Sent, "said">, ...said: readonly string[]): readonly Sent[] {
  return said.flatMap((each) => [
    { ...left, said: each },
    { ...right, said: each },
  ]);
}

const planner = { system: "You plan.", tools: ["read", "list"] };
const reviewer = { system: "You review.", tools: ["grep", "diff"] };
const two = ["1 - root", "2 - root", "3 1 turn", "4 2 turn", "5 3 turn", "6 4 turn"];

describe("each of two agents that say the same in turn continues itself", () => {
  it("by its system prompt and its tools", () => {
    expect(lines(...inTurn(planner, reviewer, "a", "abc", "abcde"))).toEqual(two);
  });

  it("by its system prompt only, by its tools only, by its session only", () => {
    expect(lines(...inTurn(planner, { ...planner, system: "You test." }, "a", "abc", "abcde"))).toEqual(two);
    expect(lines(...inTurn(planner, { ...planner, tools: ["read"] }, "a", "abc", "abcde"))).toEqual(two);
    expect(lines(...inTurn({ key: "one" }, { key: "two" }, "a", "abc", "abcde"))).toEqual(two);
  });

  it("by its model or its wire format, and the other one is a side", () => {
    const aside = ["1 - root", "2 - side", ...two.slice(2)];
    expect(lines(...inTurn(planner, { ...planner, model: "claude-haiku-4-5" }, "a", "abc", "abcde"))).toEqual(aside);
    expect(lines(...inTurn({}, { wire: "chat" }, "a", "abc", "abcde"))).toEqual(aside);
  });

  it("even if a prompt or tools change within one line", () => {
    const [all, fewer] = [{ tools: ["read", "list"] }, { tools: ["read"] }];
    const flapping = [
      { ...all, said: "a" },
      { ...fewer, said: "abc" },
      { ...all, said: "abcde" },
    ];
    expect(lines(...flapping)).toEqual(["1 - root", "2 1 turn CB202", "3 2 turn CB209"]);
  });

  it("and an edit in its own history is found at its place", () => {
    expect(lines({ said: "a" }, { said: "abc" }, { said: "abcde" }, { said: "abCdefg" })[3]).toBe("4 3 turn CB405");
  });
});

describe("a history that was cut at its head", () => {
  const grown = ["a", "abc", "abcde", "abcdefg"].map((said) => ({ ...planner, said }));

  it("is found by its tail, once or at each turn", () => {
    const cut = { ...planner, said: "efghi" };
    expect(lines(...grown, cut)[4]).toBe("5 4 turn CB401");
    expect(lines(...grown, cut, { ...planner, said: "ghijk" })[5]).toBe("6 5 turn CB401");
  });

  it("is found if only the last message and its answer are left of it", () => {
    expect(lines(...grown, { ...planner, said: "ghi" })[4]).toBe("5 4 turn CB401");
  });

  it("is found if the first message was kept", () => {
    expect(lines(...grown, { ...planner, said: "adefghi" }).at(-1)).toMatch(/^5 4 turn/);
  });

  it("is found by the id of its newest call if an earlier call has the same words", () => {
    const call = (id: string): object => ({ type: "tool_use", id, name: "read", input: { path: "add.js" } });
    const result = (id: string): object => ({ type: "tool_result", tool_use_id: id, content: `Read by ${id}.` });
    const words = { b: [call("t1")], c: [result("t1")], d: [call("t2")], e: [result("t2")] };
    const [first, second] = [words.b, words.d].map((blocks) => ({ ...planner, words, answer: "", blocks }));
    const line = lines({ ...first, said: "a" }, { ...second, said: "abc" }, { ...planner, words, said: "ade" });
    expect(line[2]).toMatch(/^3 2 turn CB/);
  });

  it("is the last pair of the main line", () => {
    expect(choosePair(recordingOf([...grown, { ...planner, said: "efghi" }]))).toMatchObject({
      parent: "4",
      child: "5",
    });
  });

  it("does not continue another agent that asked before", () => {
    expect(lines({ ...reviewer, said: "x" }, ...grown, { ...reviewer, said: "efghi" })[5]).not.toMatch(/^6 5/);
  });
});

describe("a history whose old messages were cleared", () => {
  it("is found by the last messages, which kept their place", () => {
    expect(lines({ ...planner, said: "abcdefghijk" }, { ...planner, said: "ABCDEFGHijklm" })[1]).toBe("2 1 turn CB405");
  });

  it("is not found for certain if they moved, and not at all if too few are left", () => {
    const before = { ...planner, said: "abcdefghijk" };
    expect(lines(before, { ...planner, said: "aBcDeFGHIJklm" })[1]).toMatch(/^2 1 turn\?/);
    expect(lines(before, { ...planner, said: "ABCDEFijk" })[1]).toBe("2 - root");
  });
});

describe("another model or wire format", () => {
  it("is a side of the request whose history it has, and continues by itself", () => {
    const small = { ...planner, model: "claude-haiku-4-5" };
    const requests = [
      { ...planner, said: "a" },
      { ...planner, said: "abc" },
      { ...small, said: "abcde" },
    ];
    expect(lines(...requests, { ...planner, said: "abcde" }, { ...small, said: "abcdefg" })).toEqual([
      "1 - root",
      "2 1 turn",
      "3 2 side CB101",
      "4 2 turn",
      "5 3 turn",
    ]);
  });

  it("does not continue a request that only begins alike", () => {
    const titles = { system: "Give a title.", model: "claude-haiku-4-5" };
    const requests = [
      { ...planner, said: "a" },
      { ...titles, said: "a" },
      { ...planner, said: "abc" },
    ];
    expect(lines(...requests, { ...titles, said: "x" }, { ...titles, said: "abc" })).toEqual([
      "1 - root",
      "2 - side",
      "3 1 turn",
      "4 - side",
      "5 2 turn",
    ]);
  });

  it("is the main line if its conversation is the longer one, even if the other asked first", () => {
    const probe = { model: "claude-haiku-4-5", said: "q" };
    const requests = [probe, { ...planner, said: "a" }, { ...planner, said: "abc" }];
    expect(lines(...requests)).toEqual(["1 - side", "2 - root", "3 2 turn"]);
    expect(choosePair(recordingOf(requests))).toMatchObject({ parent: "2", child: "3" });
  });
});

describe("the main line", () => {
  const asked = [
    { ...planner, said: "a" },
    { ...planner, said: "abc" },
  ];

  it("is the child that keeps tools, prompt and key, even if one that lost some came first", () => {
    for (const lost of [{ tools: ["read"] }, { system: "You plan, as a fork." }, { key: "fork" }]) {
      const found = lines(...asked, { ...planner, ...lost, said: "abcdF" }, { ...planner, said: "abcde" });
      expect(found.map((each) => each.split(" ").slice(0, 3).join(" "))).toEqual([
        "1 - root",
        "2 1 turn",
        "3 2 branch",
        "4 2 turn",
      ]);
    }
  });

  it("is the pair that is judged by default", () => {
    const requests = [...asked, { ...planner, tools: ["read"], said: "abcdF" }, { ...planner, said: "abcde" }];
    expect(choosePair(recordingOf(requests))).toMatchObject({ parent: "2", child: "4" });
  });

  it("is the first of several children that keep as much", () => {
    const requests = [...asked, { ...planner, said: "abcde" }, { ...planner, said: "abcdF" }];
    expect(lines(...requests).slice(2)).toEqual(["3 2 turn", "4 2 branch"]);
  });

  it("continues with the same messages, sent again without a tool", () => {
    expect(lines(...asked, { ...planner, tools: ["read"], said: "abc" })[2]).toBe("3 2 turn CB202");
  });

  it("continues over a change that is never taken back", () => {
    expect(lines(...asked, { ...planner, tools: ["read"], said: "abcde" })[2]).toBe("3 2 turn CB202");
  });
});

describe("each of several agents that send the same request at once", () => {
  it("continues a request whose answer had begun", () => {
    const slow = { said: "a", at: 2, took: 60 };
    expect(lines({ said: "a", at: 1, took: 2 }, slow, { said: "abc", at: 5 })).toEqual([
      "1 - root",
      "2 1 branch",
      "3 1 turn",
    ]);
    expect(lines({ said: "a", at: 1, took: 2 }, slow, { ...slow, at: 3 }, { said: "abc", at: 5 }).at(-1)).toBe(
      "4 1 turn",
    );
    expect(lines({ said: "a", at: 1, took: 2 }, slow, { said: "abc", at: 70 }).at(-1)).toBe("3 2 turn");
  });

  it("continues the latest one if no answer had begun, or if no time is known", () => {
    expect(lines({ said: "a", at: 1, took: 60 }, { said: "a", at: 2, took: 60 }, { said: "abc", at: 5 }).at(-1)).toBe(
      "3 2 turn",
    );
    expect(lines({ said: "a" }, { said: "a" }, { said: "abc" }).at(-1)).toBe("3 2 turn");
  });
});

describe("an answer that was cut off and left out", () => {
  const head = ["a", "abc", "abcde"].map((said) => ({ ...planner, said, answer: "z" }));
  const begun = `event: message_start\ndata: {"type":"message_start"}\n\n`;
  const after = (stream: string): Exchange[] => {
    const recording = recordingOf([...head, { ...planner, said: "abcde" }]);
    return recording.ids.map((id) => {
      const exchange = recording.load(id);
      if (id === "3") {
        const body = Buffer.from(stream);
        return { ...exchange, response: { status: 200, contentType: "text/event-stream", body, usageIsReal: false } };
      }
      if (id !== "4") return exchange;
      const request: { messages: object[] } = JSON.parse(exchange.request.toString());
      const messages = [...request.messages, { role: "user", content: "Stop that." }];
      return { ...exchange, request: Buffer.from(JSON.stringify({ ...request, messages })) };
    });
  };
  const parentIn = (exchanges: readonly Exchange[]): string | null | undefined => {
    const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
    const { load, ...recording } = recordingOf(head);
    const ids = [...byId.keys()];
    return inspectRecording({ ...recording, ids, load: (id) => byId.get(id) ?? load(id) }).exchanges[3]?.parent;
  };

  it("does not keep the next request from continuing the question, nor does a complete answer", () => {
    expect(parentIn(after(begun))).toBe("3");
    expect(parentIn(after(`${begun}event: message_stop\ndata: {"type":"message_stop"}\n\n`))).toBe("3");
  });
});

describe("a question that was refused", () => {
  const refused = { said: "a", answer: "z", status: 401 };

  it("is not the parent of a conversation with other words", () => {
    expect(lines(refused, { said: "xyz" })).toEqual(["1 - root", "2 - root"]);
  });

  it("is the parent of its repetition, which is continued by a request that begins with it", () => {
    expect(lines(refused, { said: "a" }, { said: "abc" })).toEqual(["1 - root", "2 1 turn", "3 2 turn"]);
  });
});
