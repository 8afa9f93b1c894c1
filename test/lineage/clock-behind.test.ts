import { expect, it } from "vitest";
import { breakGate } from "../../harness/verdict/break-gate.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf, type Sent } from "./sent.ts";

const agent = { type: "tool_use", id: "toolu_agent", name: "agent", input: { prompt: "Report what you find." } };
const words = {
  b: [agent],
  c: [{ type: "tool_result", tool_use_id: "toolu_agent", content: "It works in the background." }],
  C: [
    { type: "tool_result", tool_use_id: "toolu_agent", content: "Fork started." },
    { type: "text", text: "Report." },
  ],
};
const coder: Pick<Sent, "tools" | "words"> = { tools: ["read", "agent"], words };

it("a request that answers the call of a later one fails as doubtful, since the clock of its host may be behind", () => {
  const fork = { ...coder, tools: ["read"], said: "abC" };
  const { exchanges } = inspectRecording(
    recordingOf([fork, { ...coder, said: "a", answer: "b", blocks: [agent] }, { ...coder, said: "abc" }]),
  );
  expect(exchanges[0]).toMatchObject({ parent: null, alternatives: [{ parent: "2" }], suspected: ["CB202"] });
  expect(breakGate(exchanges)).toMatchObject({ passed: false, suspected: ["1"] });
});

it("a request that repeats other messages is not doubted for a call with the same id", () => {
  const other = { ...coder, tools: ["read"], said: "xbC" };
  const { exchanges } = inspectRecording(
    recordingOf([other, { ...coder, said: "a", answer: "b", blocks: [agent] }, { ...coder, said: "abc" }]),
  );
  expect(exchanges[0]).toMatchObject({ parent: null, alternatives: [], suspected: [] });
});
