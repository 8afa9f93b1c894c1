import { describe, expect, it } from "vitest";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { drawn } from "./drawn.ts";
import { recordingOf, type Sent } from "./sent.ts";

const coder = { system: "You write code.", tools: ["read", "write"] };
const grown = ["a", "abc", "abcde", "abcdefg", "abcdefghi"].map((said) => ({ ...coder, said }));
const suspected = /^6 5 compaction\? CB4\d\d$/;

describe("a history that was replaced by a summary in unknown words", () => {
  const texts = [
    "Summary of the conversation so far: a parser.",
    "[Conversation summary] A parser.",
    "A parser, tested.",
  ];
  const begun = (text: string, said = "Uhx"): Sent => ({ ...coder, said, words: { U: text } });

  it.each(texts)("is a suspected compaction if its line stops: %s", (text) => {
    const found = drawn(...grown, begun(text), begun(text, "Uhxyz"));
    expect(found.slice(5)).toEqual([expect.stringMatching(suspected), "7 6 turn"]);
  });

  it("is a conversation of its own if the line continues, or if it is another agent's", () => {
    const [text = ""] = texts;
    expect(drawn(...grown, begun(text), { ...coder, said: "abcdefghijk" })[5]).toBe("6 - root");
    expect(drawn(...grown, { ...begun(text), key: "another" })[5]).toBe("6 - root");
    expect(drawn(...grown, { ...begun(text), system: "You review." })[5]).toBe("6 - root");
    expect(drawn(...grown, { ...begun(text), tools: ["read"] })[5]).toBe("6 - root");
    const nobody = [...grown, begun(text)].map((each) => ({ ...each, system: null, tools: [] }));
    expect(drawn(...nobody)[5]).toBe("6 - root");
  });

  it("is distinguished from a new conversation, which begins with a question or as an earlier one began", () => {
    expect(drawn(...grown, { ...coder, said: "x" })[5]).toBe("6 - root");
    expect(drawn(...grown.slice(1), { ...coder, said: "x" })[4]).toBe("5 - root");
    const shown = ["pqa", "pqabc", "pqabcde", "pqabcdefg"].map((said) => ({ ...coder, said }));
    expect(drawn(...shown, { ...coder, said: "rsx" })[4]).toBe("5 - root");
  });

  it("is a conversation of its own if it is nearly as long", () => {
    expect(drawn(...grown, begun(texts[2] ?? "", "Uhxyzuv"))[5]).toBe("6 - root");
  });
});

describe("a history whose middle was replaced by a summary", () => {
  const text = "[Earlier turns: a parser was written]";
  const kept = (said: string): Sent => ({ ...coder, said, words: { S: text } });

  it("is compacted, as its code says, whether or not the first message was kept", () => {
    for (const said of ["aSghijk", "aSOhijk", "Shijk", "SOghijk"])
      expect(drawn(...grown, kept(said))[5], said).toBe("6 5 compaction? CB416");
  });

  it("continues the latest request, even without that request's last message", () => {
    expect(drawn(...grown, kept("aSefghi"))[5]).toBe("6 5 compaction? CB416");
  });

  it("is a turn if it was only cut or edited", () => {
    expect(drawn(...grown, kept("afghijk"))[5]).toMatch(/^6 5 turn/);
    expect(drawn(...grown, kept("ghijk"))[5]).toMatch(/^6 5 turn/);
    expect(drawn(...grown, kept("aScdefghijk"))[5]).toMatch(/^6 5 turn/);
    const longer = ["abcdefghijk", "abcdefghijklm"].map((said) => ({ ...coder, said }));
    expect(drawn(...grown, ...longer, { ...coder, said: "aBCDijklmno" })[7]).toMatch(/^8 7 turn/);
  });
});

it("a fresh agent does not count as compacted, since it takes over nothing of the history of the agent that called it", () => {
  const task = "Find where the retry limit is read.";
  const call = { type: "tool_use", id: "toolu_1", name: "agent", input: { prompt: task } };
  const words = { T: task, j: [{ type: "text", text: "I hand this over." }, call] };
  const fresh = { system: "You help a planner.", tools: ["grep"], said: "T", words };
  const { exchanges } = inspectRecording(recordingOf([...grown, fresh, { ...coder, said: "abcdefghijk", words }]));
  const { relation, findings } = exchanges[5] ?? {};
  expect([relation, findings?.map(({ code }) => code)]).toEqual(["fresh", ["CB202", "CB201", "CB309"]]);
});
