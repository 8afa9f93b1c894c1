import { describe, expect, it } from "vitest";
import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { recordingOf, type Sent } from "./sent.ts";

/** The first two of one file, the third of another, whose clock cannot show whether the second was answered before. */
const clockOf = (id: string): number => (id === "3" ? 1 : 0);

const main: readonly Sent[] = [
  { said: "a", answer: "b" },
  { said: "abc", answer: "d", at: 2, took: 1 },
];

/** A third request, while the second waits for its answer. */
function recordingWith(third: Sent, change: (body: string) => string = (body) => body): Recording {
  const { load, ...recording } = recordingOf([...main, { ...third, at: 2.5 }]);
  const changed = (exchange: Exchange): Exchange => ({
    ...exchange,
    request: Buffer.from(change(String(exchange.request))),
  });
  return { ...recording, load: (id) => (id === "3" ? changed(load(id)) : load(id)) };
}

describe("what was sent while another request waited for its answer", () => {
  it("is a fork of the older state, and may have lost the newer one if another clock says that the answer was missing", () => {
    const fork = recordingWith({ said: "abx" });
    const thirds = [fork, { ...fork, clockOf }].map((each) => inspectRecording(each).exchanges[2]);
    expect(thirds[0]).toMatchObject({ parent: "1", alternatives: [] });
    expect(thirds[1]).toMatchObject({ parent: "1", alternatives: [{ parent: "2" }] });
  });

  it("continues the older state, but the newer one if another clock says that the answer was missing", () => {
    const another = recordingWith({ said: "abc" }, (body) =>
      body.replace(/\]\}$/, ',{"role":"user","content":"This is said behind it."}]}'),
    );
    const parents = [another, { ...another, clockOf }].map((each) => inspectRecording(each).exchanges[2]?.parent);
    expect(parents).toEqual(["1", "2"]);
  });
});

it("a fork that joins the first messages of a request behind it may continue that one, if no times are known", () => {
  const { load, ...recording } = recordingOf([{ said: "abe" }, { said: "a", answer: "b" }]);
  const [apart, joined] = [`"},{"role":"user","content":"And more.`, String.raw`\nAnd more.`];
  const cut = (exchange: Exchange): Exchange => {
    const body = String(exchange.request).replace("letter a.", `letter a.${exchange.id === "1" ? joined : apart}`);
    return { ...exchange, startedAtMs: null, request: Buffer.from(body) };
  };
  const [fork] = inspectRecording({ ...recording, load: (id) => cut(load(id)) }).exchanges;
  expect(fork).toMatchObject({ parent: null, alternatives: [{ parent: "2", isLater: true, verdict: "diverged" }] });
});
