import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import { runFork } from "../support/run-fork.ts";
import { says, ScriptedClient } from "../support/scripted-client.ts";

const mark = ',"cache_control":{"type":"ephemeral"}';

/** The bodies of a fork that calls a tool `calls[n]` times in its turn n, and then ends. */
async function bodiesOf(
  request: string,
  calls: readonly number[],
  { maxTurns = 20, directive = "Tidy up.", ownBreakpoints = true } = {},
): Promise<readonly string[]> {
  const asks = calls.map((count, turn) =>
    says({ blocks: Array.from({ length: count }, (_, at) => ({ call: "Read", id: `t${turn}-${at}`, input: "{}" })) }),
  );
  const llm = new ScriptedClient([...asks, says({ blocks: [{ text: "Done." }] })]);
  const parent = captureCacheSafeParams({ request: Buffer.from(request), headers: [], answer: null });
  await runFork({ llm, parent, maxTurns, directive, ownBreakpoints });
  return llm.bodies;
}

/** A parent whose places are marked as asked: tool, system, two blocks of its message. */
function parentWith(marked: readonly boolean[], top = ""): string {
  const [tool, system, first, second] = marked.map((isMarked) => (isMarked ? mark : ""));
  return (
    `{"model":"claude-sonnet-5","max_tokens":100${top},"tools":[{"name":"Read","input_schema":{"type":"object"}${tool}}],` +
    `"system":[{"type":"text","text":"You help."${system}}],` +
    `"messages":[{"role":"user","content":[{"type":"text","text":"One."${first}},{"type":"text","text":"Two."${second}}]}],"metadata":{}}`
  );
}

/** Whose marks a body has: `parent` for each of the prefix, and the turn for each that a result of the fork carries. */
function marksOf(body: string): readonly string[] {
  return body
    .split(mark)
    .slice(0, -1)
    .map(
      (before) =>
        /"tool_use_id":"t(\d+)-\d+"[^[\]]*$/.exec(before)?.[1] ?? (before.includes("Tidy") ? "task" : "parent"),
    );
}

describe("a fork of several turns", () => {
  test("marks its newest results for the next turn, and keeps the parent's mark", async () => {
    const bodies = await bodiesOf(parentWith([false, true, false, false]), [1, 2, 1, 1]);
    expect(bodies.map(marksOf)).toEqual([
      ["parent"],
      ["parent", "0"],
      ["parent", "0", "1"],
      ["parent", "1", "2"],
      ["parent", "2", "3"],
    ]);
    // On the last result of a turn that has several.
    expect(bodies[2]).toContain(`{"type":"tool_result","tool_use_id":"t1-1","content":"Read {}"${mark}}]}`);
  });

  test.each([
    ["no mark", [false, false, false, false], "", []],
    ["an automatic mark", [false, true, false, false], mark, []],
    ["three marks", [true, true, true, false], "", ["2"]],
    ["four marks", [true, true, true, true], "", ["2"]],
  ])("behind a parent with %s marks as many as the wire has left", async (_, marked, top, own) => {
    const bodies = await bodiesOf(parentWith(marked, top), [1, 1, 1, 1]);
    expect(marksOf(bodies[3] ?? "").filter((who) => who !== "parent")).toEqual(own);
  });

  test("takes the place of the parent's last mark but one where all four are set, from its second request on", async () => {
    const parent = parentWith([true, true, true, true]);
    const bodies = await bodiesOf(parent, [1, 1], { directive: "Tidy up. ".repeat(500) });
    expect(bodies[0]?.startsWith(parent.slice(0, parent.indexOf('],"metadata"')))).toBe(true);
    const head = parentWith([true, true, false, true]);
    for (const body of bodies.slice(1)) expect(body.startsWith(head.slice(0, head.indexOf('],"metadata"')))).toBe(true);
    const all = ["parent", "parent", "parent"];
    expect(bodies.map(marksOf)).toEqual([
      [...all, "parent"],
      [...all, "0"],
      [...all, "1"],
    ]);
  });

  test("finds that mark in the cache's order, whatever the order of the members", async () => {
    const { cache_control } = JSON.parse(`{${mark.slice(1)}}`);
    const blocks = (count: number): object[] =>
      Array.from({ length: count }, () => ({ type: "text", text: "Read.", cache_control }));
    const placesOf = async (parent: object): Promise<object> => {
      const { tools, system, messages } = JSON.parse((await bodiesOf(JSON.stringify(parent), [1]))[1] ?? "");
      const isMarked = (each: object): boolean => "cache_control" in each;
      return { tools: tools.map(isMarked), system: system?.map(isMarked), message: messages[0].content.map(isMarked) };
    };
    const tool = { name: "Read", input_schema: {} };
    expect(
      await placesOf({
        model: "claude-sonnet-5",
        messages: [{ role: "user", content: blocks(1) }],
        tools: [1, 2, 3].map(() => ({ ...tool, cache_control })),
      }),
    ).toEqual({ tools: [true, true, false], message: [true] });
    expect(
      await placesOf({
        model: "claude-sonnet-5",
        system: blocks(3),
        messages: [{ role: "user", content: blocks(1) }],
        tools: [tool],
      }),
    ).toEqual({
      tools: [false],
      system: [true, true, false],
      message: [true],
    });
    expect(
      await placesOf({
        messages: [{ role: "user", content: [{ type: "text", text: "Hello." }] }],
        system: blocks(3),
        tools: [{ ...tool, cache_control }],
      }),
    ).toEqual({
      tools: [true],
      system: [true, false, true],
      message: [false],
    });
  });

  test("marks nothing that no later turn can read", async () => {
    const bodies = await bodiesOf(parentWith([false, true, false, false]), [1, 1, 1], { maxTurns: 3 });
    expect(bodies.map(marksOf)).toEqual([["parent"], ["parent", "0"], ["parent", "0"]]);
    expect((await bodiesOf(parentWith([false, true, false, false]), [1, 1], { maxTurns: 2 })).map(marksOf)).toEqual([
      ["parent"],
      ["parent"],
    ]);
  });

  test("marks nothing where its caller switches that off", async () => {
    const directive = "Tidy up. ".repeat(500);
    const bodies = await bodiesOf(parentWith([false, true, false, false]), [1, 1], {
      directive,
      ownBreakpoints: false,
    });
    expect(bodies.map(marksOf)).toEqual([["parent"], ["parent"], ["parent"]]);
  });

  test("marks a long task at once, unless no second turn may read it", async () => {
    const directive = "Tidy up. ".repeat(500);
    const parent = parentWith([false, true, false, false]);
    const bodies = await bodiesOf(parent, [1, 1], { directive });
    expect(bodies.map(marksOf)).toEqual([
      ["parent", "task"],
      ["parent", "task", "0"],
      ["parent", "0", "1"],
    ]);
    expect(marksOf((await bodiesOf(parent, [], { directive, maxTurns: 1 }))[0] ?? "")).toEqual(["parent"]);
    // What the parent left without a mark is paid again, too.
    const unmarked = parent.replace("One.", "One. ".repeat(1000));
    expect(marksOf((await bodiesOf(unmarked, []))[0] ?? "")).toEqual(["parent", "task"]);
    const markedBehind = parentWith([false, true, false, true]).replace("One.", "One. ".repeat(1000));
    expect(marksOf((await bodiesOf(markedBehind, []))[0] ?? "")).toEqual(["parent", "parent"]);
  });

  test("changes no byte of the parent's prefix, and nothing but marks of what it has sent", async () => {
    const seen = { bodies: 0, own: 0 };
    const flags = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 });
    const turns = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 8 });
    const keeps = fc.asyncProperty(flags, turns, fc.integer({ min: 1, max: 800 }), async (marked, calls, length) => {
      const parent = parentWith(marked);
      const head = parent.slice(0, parent.indexOf('],"metadata"'));
      const bodies = await bodiesOf(parent, calls, { directive: "Tidy up. ".repeat(length) });
      for (const [turn, body] of bodies.entries()) {
        seen.bodies += 1;
        const own = marksOf(body).filter((who) => who !== "parent");
        seen.own += own.length;
        const isFull = turn > 0 && !marked.includes(false);
        expect((isFull ? body.replaceAll(mark, "") : body).startsWith(isFull ? head.replaceAll(mark, "") : head)).toBe(
          true,
        );
        expect(marksOf(body).length).toBeLessThanOrEqual(4);
        const before = (bodies[turn - 1] ?? parent).replaceAll(mark, "");
        expect(body.replaceAll(mark, "").startsWith(before.slice(0, before.indexOf('],"metadata"')))).toBe(true);
      }
    });
    await fc.assert(keeps);
    expect(seen.bodies).toBeGreaterThan(200);
    expect(seen.own).toBeGreaterThan(100);
  });
});
