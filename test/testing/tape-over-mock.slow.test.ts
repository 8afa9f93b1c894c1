import { expect, test } from "vitest";
import {
  inspect,
  judge,
  mockProvider,
  type MockScript,
  recordExchanges,
  type RecordedExchange,
} from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { ask, FORK, ORIGIN, PARENT, script, SYSTEM } from "./ask-model.ts";

expect.extend({ ...matchers });

type Logs = { readonly tape: readonly RecordedExchange[]; readonly mock: readonly RecordedExchange[] };
type Reach = "fetch" | "baseUrl" | "globals";

/** A parent and its fork over a mocked provider, as a tape and the provider itself kept them. */
async function oneRun(reach: Reach, pause: string | null, forkSystem: string): Promise<Logs> {
  await using mock = await mockProvider({ script });
  using process = recordExchanges.global();
  const tape = recordExchanges(reach === "fetch" ? { fetch: mock.fetch } : {});
  if (reach !== "globals") process.stop();
  const send = reach === "globals" ? fetch : tape.fetch;
  const origin = reach === "fetch" ? ORIGIN : mock.baseUrl;
  await ask(send, SYSTEM, PARENT, origin);
  if (pause !== null) mock.advance(pause);
  await ask(send, forkSystem, FORK, origin);
  const kept = reach === "globals" ? process : tape;
  return { tape: kept.exchanges, mock: mock.exchanges };
}

const reaches: readonly Reach[] = ["fetch", "baseUrl", "globals"];
const pauses = [null, "4m", "6m", "61m"] as const;

test("a tape over a mocked provider judges each request as the provider's own log does, whatever time passed", async () => {
  for (const reach of reaches) {
    for (const pause of pauses) {
      for (const forkSystem of [SYSTEM, `Now. ${SYSTEM}`]) {
        const { tape, mock } = await oneRun(reach, pause, forkSystem);
        const name = `${reach} after ${pause ?? "no pause"}`;
        expect(inspect(tape).exchanges, name).toEqual(inspect(mock).exchanges);
        expect(pairOf(tape), name).toEqual(pairOf(mock));
        expect(tape.map(({ forkOf }) => forkOf)).toEqual([null, "1"]);
      }
    }
  }
});

function pairOf([parent, child]: readonly RecordedExchange[]): object {
  if (parent === undefined || child === undefined) throw new Error("two requests were sent");
  return { ...judge({ parent, child }) };
}

test("a fork after its parent's entry expired is a break on the tape, too", async () => {
  for (const reach of reaches) {
    const { tape } = await oneRun(reach, "6m", SYSTEM);
    const [parent, child] = tape;
    if (parent === undefined || child === undefined) throw new Error("two requests were sent");
    expect(judge({ parent, child })).toMatchObject({ reusable: "no", findings: [{ code: "CB701" }] });
    expect(() => expect(child).toShareForkPrefix(parent)).toThrow("CB701");
    expect(() => expect(tape).toHaveNoCacheBreaks()).toThrow("CB701 at 2");
  }
});

function isDown(input: Parameters<typeof fetch>[0]): boolean {
  return typeof input === "string" && input.startsWith("https://down.example");
}

test("a request that got no answer keeps its place between those that the mocked provider answered", async () => {
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({
    fetch: (input, init) => (isDown(input) ? Promise.reject(new TypeError("down")) : mock.fetch(input, init)),
  });
  const fail = (): Promise<unknown> => ask(tape.fetch, SYSTEM, PARENT, "https://down.example").catch(() => null);
  await fail();
  await ask(tape.fetch, SYSTEM, PARENT);
  mock.advance("6m");
  await ask(tape.fetch, SYSTEM, FORK);
  await fail();
  await ask(tape.fetch, SYSTEM, ["A request outside the script."]);
  expect(tape.exchanges.at(-1)?.startedAtMs).toBe(mock.exchanges.at(-1)?.startedAtMs);
  const times = tape.exchanges.map(({ startedAtMs }) => startedAtMs ?? 0);
  expect(times).toEqual(times.toSorted((left, right) => left - right));
  const whole = tape.exchanges;
  expect(tape.exchanges.map((each, at) => each === whole[at])).toEqual([true, true, true, true, true]);
});

test("a tape over two mocked providers keeps their lanes apart", async () => {
  await using one = await mockProvider({ script });
  await using other = await mockProvider({ script });
  const tape = recordExchanges();
  for (const said of [PARENT, FORK]) {
    for (const [mock, system] of [
      [one, SYSTEM],
      [other, `Other. ${SYSTEM}`],
    ] as const) {
      await ask(tape.fetch, system, said, mock.baseUrl);
    }
  }
  expect(tape.exchanges.map(({ forkOf }) => forkOf)).toEqual([null, null, "1", "2"]);
  expect(tape).toHaveNoCacheBreaks();
});

/** A provider that reports these counters, whatever it is asked. */
function reporting(read: number): typeof fetch {
  let sent = 0;
  return () => {
    sent += 1;
    const counts = sent === 1 ? { cache_creation_input_tokens: 5_000 } : { cache_read_input_tokens: read };
    const usage = { input_tokens: 5, output_tokens: 2, ...NO_CACHE, ...counts };
    const content = [{ type: "text", text: "Anna did." }];
    return Promise.resolve(
      Response.json({ type: "message", role: "assistant", content, stop_reason: "end_turn", usage }),
    );
  };
}

const NO_CACHE = { cache_read_input_tokens: 0, cache_creation_input_tokens: 0 };

test("a cache is not called reusable if the response reports that nothing, or too little, was read from it", async () => {
  for (const [read, reusable] of [
    [0, "unknown"],
    [1_200, "unknown"],
    [5_000, "yes"],
  ] as const) {
    const tape = recordExchanges({ fetch: reporting(read) });
    await ask(tape.fetch, SYSTEM, PARENT);
    await ask(tape.fetch, SYSTEM, FORK);
    const [parent, child] = tape.exchanges;
    if (parent === undefined || child === undefined) throw new Error("two requests were sent");
    const judgement = judge({ parent, child });
    expect(judgement.reusable, String(read)).toBe(reusable);
    expect(inspect(tape).exchanges[1]?.reusable).toBe(reusable);
    const asserted = (): void => expect(child).toShareForkPrefix(parent, { reusable: "yes" });
    if (reusable === "yes") asserted();
    else {
      expect(asserted).toThrow("with reusable: yes");
      expect(judgement.reusableBecause.join()).toMatch(/reports a read of [\d,]+ tokens of the 5,000/);
    }
  }
});

const twoForks: MockScript = {
  parent: [{ text: "Anna did." }],
  fork: [{ text: "One." }],
  "fork[2]": [{ text: "Two." }],
};

test("of a tape every fork's first turn counts, also the one that the other repeats", async () => {
  for (const [systems, below] of [
    [[SYSTEM, SYSTEM], 0],
    [[`Now. ${SYSTEM}`, `Now. ${SYSTEM}`], 1],
    [[`Now. ${SYSTEM}`, SYSTEM], 1],
    [[SYSTEM, `Now. ${SYSTEM}`], 1],
  ] as const) {
    await using mock = await mockProvider({ script: twoForks });
    const tape = recordExchanges({ fetch: mock.fetch });
    await ask(tape.fetch, SYSTEM, PARENT);
    for (const [at, system] of systems.entries()) await ask(tape.fetch, system, [...FORK.slice(0, 2), `Task ${at}.`]);
    for (const kept of [tape, mock]) {
      const asserted = (): void => expect(kept).toHaveFirstTurnRatio({ atLeast: 0.9 });
      if (below === 0) asserted();
      else expect(asserted).toThrow(/it is [\d.]+ % at 2, [\d.]+ % at 3/);
    }
  }
});

test("a fork that the provider refuses once counts by its retry, and a fork of a fork continues that fork", async () => {
  const overloaded = { error: { status: 529 } };
  await using mock = await mockProvider({
    script: {
      parent: [overloaded, { text: "Anna did." }],
      fork: [overloaded, { text: "All hold." }],
      "fork[2]": [{ text: "Yes." }],
    },
  });
  const tape = recordExchanges({ fetch: mock.fetch });
  for (const said of [PARENT, PARENT, FORK, FORK, [...FORK, "All hold.", "Sure?"]]) await ask(tape.fetch, SYSTEM, said);
  for (const { exchanges } of [tape, mock])
    expect(exchanges.map(({ forkOf }) => forkOf)).toEqual([null, null, "2", "2", "4"]);
});
