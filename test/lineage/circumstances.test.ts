import { describe, expect, it } from "vitest";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { drawn } from "./drawn.ts";
import { recordingOf, type Sent } from "./sent.ts";

const planner = { system: "You plan.", tools: ["read", "list"] };
const helper = { system: "You help a planner.", tools: ["grep"] };

const task = "Find where the retry limit is read.";
const call = { type: "tool_use", id: "toolu_1", name: "agent", input: { prompt: task } };
const words = { d: [{ type: "text", text: "I hand this over." }, call], t: task };

describe("a task in a recording of requests without answers", () => {
  const asked = ["a", "abc"].map((said) => ({ ...planner, said }));
  const given = [
    { ...helper, said: "t", words },
    { ...helper, said: "tuv", words },
  ];

  it("is found in a call when the agent that gave it continues", () => {
    expect(drawn(...asked, ...given, { ...planner, said: "abcde", words })).toEqual([
      "1 - root",
      "2 1 turn",
      "3 2 fresh CB202 CB201",
      "4 3 turn",
      "5 2 turn",
    ]);
  });

  it("is found if that agent continued first, without waiting", () => {
    expect(drawn(...asked, { ...planner, said: "abcde", words }, ...given).slice(3)).toEqual([
      "4 2 fresh CB202 CB201",
      "5 4 turn",
    ]);
  });

  it("is found for each of several tasks that were given at once", () => {
    const both = { ...words, d: [call, { ...call, input: { prompt: "Count the tests that say so." } }] };
    const second = { ...helper, said: "s", words: { s: "Count the tests that say so." } };
    const found = drawn(...asked, ...given.slice(0, 1), second, { ...planner, said: "abcde", words: both });
    expect(found.map((line) => line.slice(0, 9))).toEqual([
      "1 - root",
      "2 1 turn",
      "3 2 fresh",
      "4 2 fresh",
      "5 2 turn",
    ]);
  });

  it("has no parent if its words stand outside a call, or if the other agent got them too", () => {
    const said = { ...words, d: [{ type: "text", text: task }] };
    expect(drawn(...asked, ...given, { ...planner, said: "abcde", words: said })[2]).toBe("3 - root");
    const told = { ...words, a: task };
    const requests = ["a", "abc", "abcde"].map((each) => ({ ...planner, said: each, words: told }));
    expect(drawn(...requests.slice(0, 2), ...given, ...requests.slice(2))[2]).toBe("3 - root");
  });

  it("is a fresh agent with its own prompt and tools if it shares a session, else a new conversation", () => {
    const session = { key: "one" };
    const running = ["a", "abc", "abcde"].map((said) => ({ ...planner, ...session, said }));
    expect(drawn(...running, { ...helper, ...session, said: "x" })[3]).toBe("4 - fresh?");
    expect(drawn(...running, { ...helper, key: "two", said: "x" })[3]).toBe("4 - root");
    expect(drawn({ ...helper, ...session, said: "x" }, ...running)[0]).toBe("1 - root");
  });
});

describe("a request that continues with words of its own, in a recording without answers,", () => {
  const told = { role: "user", content: "Look at the tests." };

  /** The parent of a request that says all of the third one's, and more; sent so many seconds behind it. */
  function parentOf(later: number): string | null | undefined {
    const requests = ["a", "abc", "abcde"].map((said) => ({ ...planner, said }));
    const exchanges = recordingOf([...requests, { ...planner, tools: ["read"], said: "abcde", at: 3 + later }]);
    const load = (id: string): ReturnType<typeof exchanges.load> => {
      const exchange = exchanges.load(id);
      if (id !== "4") return exchange;
      const body: { messages: object[] } = JSON.parse(exchange.request.toString());
      return { ...exchange, request: Buffer.from(JSON.stringify({ ...body, messages: [...body.messages, told] })) };
    };
    return inspectRecording({ ...exchanges, load }).exchanges.at(-1)?.parent;
  }

  it("is a fork of the request whose answer it has, if it was sent at the same time as a later one", () => {
    expect(parentOf(0.003)).toBe("2");
  });

  it("continues the latest request, whose answer it leaves out, if it was sent later", () => {
    expect(parentOf(20)).toBe("3");
  });
});

describe("a conversation that continues from a summary, without a recorded request for it,", () => {
  const grown = ["a", "abc", "abcde", "abcdefg"].map((said) => ({ ...planner, said }));
  const summaries = [
    "This session is being continued from a previous conversation that ran out of context.",
    "The history before this point was compacted: a parser was written.",
    "Here is a summary of the work so far: a parser was written.",
    "<summary>A parser was written.</summary>",
    "A parser was written. Resume the task, using the summary above.",
  ];
  const begun = (said: string, text: string): Sent => ({ ...planner, said, words: { U: text } });

  it.each(summaries)("is a suspected compaction: %s", (text) => {
    const expected = [/^5 4 compaction\? CB4\d\d$/, /^6 5 turn$/].map((line) => expect.stringMatching(line));
    expect(drawn(...grown, begun("U", text), begun("Uhi", text)).slice(4)).toEqual(expected);
    expect(drawn(...grown, begun("akU", text), begun("akUhi", text)).slice(4)).toEqual(expected);
  });

  it("has no parent under another prompt or session, or if its text is not a summary", () => {
    const [text = ""] = summaries;
    expect(drawn(...grown, { ...begun("U", text), system: "You review." })[4]).toBe("5 - root");
    expect(drawn(...grown, { ...begun("U", text), key: "another" })[4]).toBe("5 - root");
    expect(drawn(...grown, begun("U", "Write a summary of the readme."))[4]).toBe("5 - root");
    expect(drawn(...grown, begun("akU", "Write a summary of the readme."))[4]).toBe("5 1 branch");
  });

  it("is an observed compaction if a request asked for the summary", () => {
    const [text = ""] = summaries;
    const asks = { ...planner, said: "abcdefghs", words: { s: "Write a summary of this conversation." } };
    expect(drawn(...grown, asks, begun("U", text)).slice(4)).toEqual(["5 4 compaction", "6 4 compaction CB416"]);
    expect(drawn(...grown, asks, begun("U", "So far: a parser."))[5]).toBe("6 4 compaction? CB416");
    expect(drawn(...grown, asks, begun("akU", text))[5]).toBe("6 4 compaction CB402");
  });

  it("is a compaction of the main line, even if a fork was the last to ask", () => {
    const [text = ""] = summaries;
    const fork = ["abcdeFG", "abcdeFGHI"].map((said) => ({ ...planner, said }));
    expect(drawn(...grown, ...fork, begun("U", text)).slice(4)).toEqual([
      "5 3 branch",
      "6 5 turn",
      "7 4 compaction? CB416",
    ]);
  });

  it("may be sent twice, and the second request does not count as one for a summary", () => {
    const text = "This session is being continued from a previous conversation. Its summary: a parser was written.";
    expect(drawn(...grown, begun("U", text), begun("U", text), { ...planner, said: "x" }).slice(5)).toEqual([
      "6 5 turn",
      "7 - root",
    ]);
    const asks = { ...planner, said: "abcdefghs", words: { s: "Write a summary of this conversation." } };
    expect(drawn(...grown, asks, asks, begun("U", text)).slice(5)).toEqual(["6 5 compaction", "7 4 compaction CB416"]);
  });

  it("may be forked, and the next new conversation is not a compaction again", () => {
    const [text = ""] = summaries;
    const after = [begun("Uhi", text), begun("UhiF", text), begun("UhiG", text)];
    expect(drawn(...grown, begun("U", text), ...after, { ...planner, said: "x" }).slice(5)).toEqual([
      "6 5 turn",
      "7 6 turn",
      "8 6 branch",
      "9 - root",
    ]);
  });
});

describe("an agent without prompt, tools and session", () => {
  const nobody = { system: null };

  it("is not recognised by its model alone", () => {
    expect(drawn({ ...nobody, said: "a" }, { ...nobody, said: "xyz" })).toEqual(["1 - root", "2 - root"]);
    expect(drawn({ ...planner, said: "a" }, { ...planner, said: "xyz" })).toEqual(["1 - root", "2 1 turn? CB405"]);
  });
});

describe("a request whose conversation was not recorded so far", () => {
  const stranger = { ...planner, said: "a", answer: "z" };

  it("begins a conversation although another of the same agent was running, if it does not repeat its answer", () => {
    expect(drawn(stranger, { ...planner, said: "bcdef" })).toEqual(["1 - root", "2 - root"]);
  });

  it("begins one although its first answer says the words of the other's, if it goes on from a later answer", () => {
    expect(drawn(stranger, { ...planner, said: "bzdef" })).toEqual(["1 - root", "2 - root"]);
  });

  it("continues the other one if its only answer is that one's, or if it opens like it", () => {
    expect(drawn(stranger, { ...planner, said: "bzd" })[1]).toMatch(/^2 1 turn/);
    expect(drawn(stranger, { ...planner, said: "acdef" })[1]).toMatch(/^2 1 turn/);
  });
});
