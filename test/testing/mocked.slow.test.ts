import { setupServer } from "msw/node";
import { expect, onTestFinished, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { inspect, judge, mockProvider, recordExchanges } from "../../harness/testing/index.ts";
import { runForkproof } from "../cli/run-forkproof.ts";
import { ask, FORK, HEADERS, ORIGIN, PARENT, script, SYSTEM } from "./ask-model.ts";

test("msw serves the mocked provider for a client that keeps its base URL", async () => {
  await using mock = await mockProvider({ script });
  const server = setupServer(...(await mock.handlers()));
  server.listen({ onUnhandledFrame: "error" });
  onTestFinished(() => server.close());
  const tape = recordExchanges();
  expect(await ask(tape.fetch, SYSTEM, PARENT)).toContain("Anna did.");
  expect(await ask(tape.fetch, SYSTEM, FORK)).toContain("All hold.");
  const [parent, child] = mock.exchanges;
  if (parent === undefined || child === undefined) throw new Error("two requests were sent");
  expect(judge({ parent, child })).toMatchObject({
    verdict: "byte-identical",
    ratio: { observed: expect.any(Number) },
  });
  expect(tape.exchanges.map(({ host }) => host)).toEqual([new URL(ORIGIN).host, new URL(ORIGIN).host]);
});

test.each([
  ["4m", (read: number): boolean => read > 1_000],
  ["6m", (read: number): boolean => read === 0],
])("a fork %s of virtual time after its parent finds the entry, or finds that it expired", async (time, holds) => {
  await using mock = await mockProvider({ script });
  await ask(mock.fetch, SYSTEM, PARENT);
  mock.advance(time);
  const { usage } = JSON.parse(await ask(mock.fetch, SYSTEM, FORK));
  expect(holds(usage.cache_read_input_tokens), JSON.stringify(usage)).toBe(true);
});

test.each([
  ["keeps its instructions", SYSTEM, "byte-identical"],
  ["changes its instructions", "You are a fork.", "diverged"],
])(
  "a request that continues an answer of the same tape and %s is judged as a whole",
  async (_, instructions, verdict) => {
    await using mock = await mockProvider({ script });
    const tape = recordExchanges({ fetch: mock.fetch });
    const send = async (body: object): Promise<{ readonly id: string }> => {
      const init = { method: "POST", headers: { ...HEADERS, authorization: "Bearer any" } };
      const sent = JSON.stringify({ model: "gpt-5.2", ...body });
      return JSON.parse(
        await (await tape.fetch("https://api.openai.com/v1/responses", { ...init, body: sent })).text(),
      );
    };
    const { id } = await send({ instructions: SYSTEM, input: [{ role: "user", content: "Who sailed?" }] });
    await send({ instructions, previous_response_id: id, input: [{ role: "user", content: "Which?" }] });
    for (const source of [tape, mock]) {
      const [parent, child] = source.exchanges;
      expect(inspect(source).exchanges[1]).toMatchObject({ parent: "1", verdict });
      expect(judge({ parent, child })).toMatchObject({ verdict });
    }
  },
);

test("a closed provider answers on no transport, and a fork that was left over is not recorded", async () => {
  const mock = await mockProvider({ script });
  const server = setupServer(...(await mock.handlers()));
  server.listen({ onUnhandledFrame: "bypass" });
  onTestFinished(() => server.close());
  const tape = recordExchanges({ fetch: mock.fetch });
  await ask(mock.fetch, SYSTEM, PARENT);
  await mock.close();
  const refused = /^HX541 .* after close\(\)\nfix: await every turn and fork/;
  await expect(ask(mock.fetch, SYSTEM, FORK)).rejects.toThrow(refused);
  await expect(ask(tape.fetch, SYSTEM, FORK)).rejects.toThrow(refused);
  expect(tape.exchanges).toMatchObject([{ outcome: "unreachable" }]);
  expect(await ask(fetch, SYSTEM, FORK)).toContain("after close()");
  await expect(ask(fetch, SYSTEM, FORK, mock.baseUrl)).rejects.toThrow("fetch failed");
  expect(mock.exchanges).toHaveLength(1);
  await mock.close();
});

test("advance refuses other words, and a clock that belongs to the test", async () => {
  await using mock = await mockProvider({ script });
  expect(() => mock.advance("soon")).toThrow("HX541");
  await using own = await mockProvider({ script, clock: Date });
  expect(() => own.advance("6m")).toThrow("your clock");
});

test("a tape is saved as a cassette that the command line judges, and is replaced only on request", async () => {
  using folder = makeTempFolder();
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({ fetch: mock.fetch });
  await expect(tape.save(`${folder.path}/empty`)).rejects.toThrow(/exchange|request/);
  await ask(tape.fetch, SYSTEM, PARENT);
  await ask(tape.fetch, SYSTEM, FORK);
  await tape.save(`${folder.path}/agent`);
  await expect(tape.save(`${folder.path}/agent`)).rejects.toMatchObject({ code: "HX230" });
  await tape.save(`${folder.path}/agent`, { replace: true });
  const judged = await runForkproof(["judge", "agent", "--parent", "1", "--child", "2", "--json"], folder.path);
  expect(JSON.parse(judged.out)).toMatchObject({ verdict: "byte-identical", findings: [] });
  expect(judged.exit).toBe(0);
});

test("a tape with a credential in a body is not saved unless it is redacted", async () => {
  using folder = makeTempFolder();
  await using mock = await mockProvider({ script });
  const tape = recordExchanges({ fetch: mock.fetch });
  const key = ["sk-ant", "api03", "Zx81Kq7LmW2vTn5BpR9cYd4HsJ6gUf3E"].join("-");
  await ask(tape.fetch, `The key is ${key}. ${SYSTEM}`, PARENT);
  await expect(tape.save(`${folder.path}/agent`)).rejects.toMatchObject({ code: "HX231" });
  await expect(tape.save(`${folder.path}/agent`)).rejects.not.toThrow(key);
  await tape.save(`${folder.path}/agent`, { redact: true });
  const listed = await runForkproof(["inspect", "agent"], folder.path);
  expect(listed.out + listed.err).not.toContain(key);
});
