import { beforeAll, describe, expect, test } from "vitest";
import {
  mockProvider,
  recordExchanges,
  type MockedProvider,
  type MockScript,
  type Tape,
} from "../../harness/testing/index.ts";
import { matchers } from "../../harness/testing/vitest/vitest.ts";
import { ask, FORK, PARENT, script, SYSTEM } from "./ask-model.ts";

expect.extend({ ...matchers });

type Kept = { readonly mock: MockedProvider; readonly tape: Tape };

/** A parent and its fork on this script, and further requests of an agent that swallows errors. */
async function keptOf(scripted: MockScript, further: readonly (readonly string[])[]): Promise<Kept> {
  const mock = await mockProvider({ script: scripted });
  const tape = recordExchanges({ fetch: mock.fetch });
  for (const said of [PARENT, FORK, ...further]) await ask(tape.fetch, SYSTEM, said);
  await mock.close();
  return { mock, tape };
}

const kept: Record<string, Kept> = {};
beforeAll(async () => {
  kept["sound"] = await keptOf(script, []);
  kept["HX411"] = await keptOf(script, [[...FORK, "All hold.", "Which one first?"]]);
  kept["HX412"] = await keptOf(
    { parent: [{ text: "Anna did." }], fork: [{ text: "All hold." }], "fork[2]": [{ text: "Anna's." }] },
    [],
  );
});

describe.each(["HX411", "HX412"])("where the agent and its script do not match (%s)", (code) => {
  test.each(["tape", "exchanges", "mock"] as const)(
    "no assertion on the whole %s holds, nor does its opposite",
    (kind) => {
      const { mock, tape } = kept[code] ?? fail();
      const received = { mock, tape, exchanges: tape.exchanges }[kind];
      const refused = new RegExp(`^HX543 [\\s\\S]*  ${code} `);
      expect(() => expect(received).toHaveNoCacheBreaks()).toThrow(refused);
      expect(() => expect(received).not.toHaveNoCacheBreaks()).toThrow(refused);
      expect(() => expect(received).not.toHaveFinding("CB301")).toThrow(refused);
      expect(() => expect(received).toHaveFirstTurnRatio({ atLeast: 0.5 })).toThrow(refused);
    },
  );
});

test("no message about the script shows a key that a request names as its lane", async () => {
  const mock = await mockProvider({ script });
  const tape = recordExchanges({ fetch: mock.fetch });
  const key = "sk-ant-api03-aB3dE5gH7jK9mN1";
  for (const said of [PARENT, FORK]) await ask(tape.fetch, SYSTEM, said);
  const named: typeof fetch = (input, init) =>
    tape.fetch(input, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), "x-forkproof-lane": key },
    });
  await ask(named, SYSTEM, [...FORK, "All hold.", "Which one first?"]);
  await mock.close();
  expect(() => expect(tape).toHaveNoCacheBreaks()).toThrow(/HX411 Request 3 names the lane \*+, which/);
  expect(() => expect(tape).toHaveNoCacheBreaks()).not.toThrow(key);
});

test("the same assertions hold where the agent used up its script", () => {
  const { mock, tape } = kept["sound"] ?? fail();
  for (const received of [mock, tape, tape.exchanges]) {
    expect(received).toHaveNoCacheBreaks();
    expect(received).not.toHaveFinding("CB301");
    expect(received).toHaveFirstTurnRatio({ atLeast: 0.5 });
  }
});

function fail(): never {
  throw new Error("a tape was kept of each");
}
