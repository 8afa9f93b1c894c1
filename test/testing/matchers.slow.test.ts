import { beforeAll, describe, expect, test } from "vitest";
import { judge, mockProvider, recordExchanges, type RecordedExchange, type Tape } from "../../harness/testing/index.ts";
import { type FindingMatcher, matchers } from "../../harness/testing/vitest/vitest.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { ask, FORK, PARENT, script, SYSTEM } from "./ask-model.ts";

expect.extend({ ...matchers });

/** A tape of a parent and its fork, under a system prompt each. */
async function tapeOf(parentSystem: string, forkSystem: string): Promise<Tape> {
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({ fetch: mock.fetch });
  await ask(tape.fetch, parentSystem, PARENT);
  await ask(tape.fetch, forkSystem, FORK);
  return tape;
}

function exchange(tape: Pick<Tape, "exchanges">, at: number): RecordedExchange {
  const found = tape.exchanges[at];
  if (found === undefined) throw new Error(`the tape has no request ${at}`);
  return found;
}

let kept: Tape;
let broken: Tape;
let other: Tape;
beforeAll(async () => {
  kept = await tapeOf(SYSTEM, SYSTEM);
  broken = await tapeOf(SYSTEM, `Now. ${SYSTEM}`);
  other = recordExchanges({ fetch: () => Promise.resolve(Response.json({})) });
  const chat = JSON.stringify({ model: "gpt-5.1", messages: [{ role: "user", content: SYSTEM }] });
  await other.fetch("https://api.openai.com/v1/chat/completions", { method: "POST", body: chat });
});

describe("toHaveFinding", () => {
  test("finds a code and its slug in an exchange, a tape, its exchanges and a judgement", () => {
    const judgement = judge({ parent: exchange(broken, 0), child: exchange(broken, 1) });
    for (const received of [exchange(broken, 1), broken, broken.exchanges, judgement]) {
      expect(received).toHaveFinding("CB308");
      expect(received).toHaveFinding(expect.stringMatching(/^CB3/));
      expect(received).not.toHaveFinding("CB202");
    }
  });

  test("shows the codes that were found, and the judgement as the command line prints it", () => {
    expect(() => expect(exchange(broken, 1)).toHaveFinding("CB202")).toThrow(/expected to find CB202; found .*CB308/);
    expect(() => expect(exchange(kept, 1)).toHaveFinding("CB202")).toThrow(/byte-identical/);
    expect(() => expect(broken).not.toHaveFinding("CB308")).toThrow("expected not to find CB308");
  });
});

describe("on misuse", () => {
  test("an asymmetric matcher that fits no code and no slug is refused, also behind .not", () => {
    const wrong: readonly FindingMatcher[] = [
      expect.objectContaining({ code: "CB308" }),
      expect.stringMatching(/^cb3/),
      expect.stringMatching(/^CBX/),
      expect.any(Number),
    ];
    for (const each of wrong) {
      expect(() => expect(broken).toHaveFinding(each)).toThrow(/^HX541 .*fits no finding code\nfix: match the text/);
      expect(() => expect(broken).not.toHaveFinding(each)).toThrow(/^HX541 .*fits no finding code/);
    }
    expect(broken).toHaveFinding(expect.stringContaining("system"));
    expect(() => expect(broken).not.toHaveFinding(expect.stringContaining("system"))).toThrow("CB308");
  });

  test("a matcher behind .not throws for an exchange without a parent, for one request, and for a foreign value", () => {
    expect(() => expect(exchange(kept, 0)).not.toHaveFinding("CB202")).toThrow("HX543");
    expect(() => expect([exchange(kept, 0)]).not.toHaveNoCacheBreaks()).toThrow("HX252");
    expect(() => expect([]).not.toHaveNoCacheBreaks()).toThrow("HX252");
    expect(() => expect({ exchanges: [] }).not.toHaveNoCacheBreaks()).toThrow("HX541");
    expect(() => expect(undefined).not.toShareForkPrefix(exchange(kept, 0))).toThrow("HX541");
    expect(() => expect(exchange(other, 0)).not.toHaveFinding("CB308")).toThrow(/HX252|HX543/);
  });

  test("a ratio that no counter gives is refused, with and without .not", async () => {
    await using mock = await mockProvider({ script });
    const tape = recordExchanges({
      fetch: async (...args) => new Response(await (await mock.fetch(...args)).text()),
      usage: "scripted",
    });
    await ask(tape.fetch, SYSTEM, PARENT);
    await ask(tape.fetch, SYSTEM, FORK);
    expect(() => expect(exchange(tape, 1)).toHaveFirstTurnRatio({ atLeast: 0.5 })).toThrow(/HX543.*unknown/);
    expect(() => expect(exchange(tape, 1)).not.toHaveFirstTurnRatio({ atLeast: 0.5 })).toThrow(/HX543.*unknown/);
  });

  test("two wire formats are not comparable: judge says so, and matchers throw", () => {
    const pair = { parent: exchange(kept, 0), child: exchange(other, 0) };
    expect(judge(pair)).toMatchObject({ verdict: "not-comparable" });
    expect(() => expect(pair.child).toShareForkPrefix(pair.parent)).toThrow("HX543");
    expect(() => expect(pair.child).not.toShareForkPrefix(pair.parent)).toThrow("HX543");
    expect(() => expect(judge(pair)).not.toHaveFinding("CB202")).toThrow("HX543");
  });

  test("an unknown option is refused with the nearest known one", () => {
    expect(() => Reflect.apply(judge, null, [{ parent: exchange(kept, 0), chid: exchange(kept, 1) }])).toThrow(
      'did you mean "child"?',
    );
  });
});

test("toHaveNoCacheBreaks accepts the codes of breaks that are intended, and no others", () => {
  const codes = judge({ parent: exchange(broken, 0), child: exchange(broken, 1) }).findings.map(({ code }) => code);
  expect(() => expect(broken).toHaveNoCacheBreaks({ accept: ["CB202"] })).toThrow("CB308");
  expect(broken).toHaveNoCacheBreaks({ accept: codes });
  expect(broken).not.toHaveNoCacheBreaks();
});

test("toHaveNoCacheBreaks accepts a cause and not what it masks", async () => {
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({ fetch: mock.fetch });
  await ask(tape.fetch, SYSTEM, PARENT);
  await ask(tape.fetch, `A. ${SYSTEM}`, ["Who sailed, then?", ...FORK.slice(1)]);
  const { findings } = judge({ parent: tape.exchanges[0], child: tape.exchanges[1] });
  const [cause] = findings.filter(({ role }) => role === "cause").map(({ code }) => code);
  const [masked] = findings.filter(({ role }) => role === "masked").map(({ code }) => code);
  if (cause === undefined || masked === undefined) throw new Error("the fork has a cause and another behind it");
  expect(() => expect(tape).toHaveNoCacheBreaks({ accept: [cause] })).toThrow(masked);
  expect(tape).toHaveNoCacheBreaks({ accept: [cause, masked] });
});

test("toHaveDecision reads the decisions of a run that the command line reported", async () => {
  const { out } = await runForkproof(["run", "scenarios/forks/denied-and-allowed.yaml", "--json"], ".");
  const result: unknown = JSON.parse(out);
  expect(result).toHaveDecision({ tool: "write_note", decision: "deny" });
  expect(result).toHaveDecision({ tool: "read_note", input: { page: "ships/haabet" }, decision: "allow" });
  expect(result).not.toHaveDecision({ tool: "read_note", input: { page: "ships/anna" }, decision: "allow" });
  expect(() => expect(result).toHaveDecision({ tool: "teleport", decision: "allow" })).toThrow(
    /the decisions are\n.*write_note/s,
  );
  expect(() => expect({ jobs: [] }).not.toHaveDecision({ tool: "bash", decision: "deny" })).toThrow("HX543");
  expect(() => expect(result).not.toHaveDecision({ tool: "bash", decision: JSON.parse('"denied"') })).toThrow("HX541");
});
