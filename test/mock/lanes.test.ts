import { describe, expect, test } from "vitest";
import { forkBody, parentBody } from "./anthropic-body.ts";
import { askHandler } from "./ask-handler.ts";

type Json = { readonly [name: string]: unknown };

/** A conversation that goes on from `body`: its answer, then the results of its calls or a next question. */
function goOn(body: Json, answer: Json, next: string): Json {
  const content = answer["content"] as readonly { readonly type: string; readonly id?: string }[];
  const calls = content.filter(({ type }) => type === "tool_use");
  const results = calls.map(({ id }) => ({ type: "tool_result", tool_use_id: id, content: next }));
  const asked = calls.length > 0 ? results : [{ type: "text", text: next }];
  const messages = body["messages"] as readonly Json[];
  return { ...body, messages: [...messages, { role: "assistant", content }, { role: "user", content: asked }] };
}

const parent: Json = { ...parentBody };

describe("the lane of a request without a header", () => {
  test("is the parent's for the first request, and the fork's for one that branches off its end", () => {
    const { ask, handler } = askHandler({ parent: [{ text: "Three." }], fork: [{ text: "Done." }] });
    expect([ask().lane, ask(forkBody("x")).lane]).toEqual(["parent", "fork"]);
    expect(handler.finish()).toEqual([]);
  });

  test("is the fork's for the first request without a parent's lane", () => {
    expect(askHandler([{ text: "Done." }]).ask().lane).toBe("fork");
  });

  test("is the lane that made the call which the request answers", () => {
    const { ask, handler } = askHandler({
      parent: [{ call: { Agent: { prompt: "x" } } }],
      fork: [{ call: { Read: { path: "a" } } }, { text: "Done." }],
    });
    const first = ask(parent);
    const fork = goOn(parent, first.json, "you are a fork");
    const second = ask(fork);
    const third = ask(goOn(fork, second.json, "contents"));
    expect([first.lane, second.lane, third.lane]).toEqual(["parent", "fork", "fork"]);
    expect(handler.finish()).toEqual([]);
  });

  test("is found by the answered call if a fork broke its prefix", () => {
    const { ask } = askHandler({ parent: [{ text: "Three." }], fork: [{ call: { Read: {} } }, { text: "Done." }] });
    ask();
    const broken: Json = { ...forkBody("x"), system: "Now: 10:00" };
    const second = ask(broken);
    const third = ask({ ...goOn(broken, second.json, "contents"), system: "Now: 10:01" });
    expect([second.lane, third.lane]).toEqual(["fork", "fork"]);
  });

  test("is the parent's while its script has steps, then a fork's", () => {
    const { ask } = askHandler({ parent: [{ text: "Three." }, { text: "Four." }], fork: [{ text: "Done." }] });
    const first = ask(parent);
    const second = goOn(parent, first.json, "and now?");
    expect(ask(second).lane).toBe("parent");
    expect(ask(goOn(second, { content: [{ type: "text", text: "Four." }] }, "fork off")).lane).toBe("fork");
  });

  test("is a new one for each of several equal siblings, and the same one for a retry of a failed turn", () => {
    const siblings = askHandler({ fork: [{ text: "First." }, { text: "Done." }] }, 2);
    expect([siblings.ask().lane, siblings.ask().lane]).toEqual(["fork", "fork[2]"]);
    const retry = askHandler({ fork: [{ error: { status: 529 } }, { text: "Done." }], "fork[2]": [{ text: "Two." }] });
    expect([retry.ask(), retry.ask(), retry.ask()].map(({ status, lane }) => [status, lane])).toEqual([
      [529, "fork"],
      [200, "fork"],
      [200, "fork[2]"],
    ]);
  });

  test("is the header's if one names it, against everything else", () => {
    const { ask } = askHandler({ parent: [{ text: "a" }], fork: [{ text: "b" }] });
    expect([ask(parent, { lane: "fork" }).lane, ask(parent, { lane: "parent" }).lane]).toEqual(["fork", "parent"]);
  });
});

describe("the run of a scripted provider", () => {
  test("fails on an additional request, and names the closest earlier one", () => {
    const { ask, handler } = askHandler([{ text: "Done." }]);
    ask();
    const refused = ask(forkBody("again"));
    expect(refused.status).toBe(400);
    expect(handler.finish()).toEqual([
      {
        code: "HX411",
        what: "Request 2 has no scripted answer: every lane of the script has begun or ended. It goes on from request 1 (lane fork).",
        where: "request 2",
        fix: "Add a step to the script (lanes: fork), or find out why the client asked once more.",
      },
    ]);
  });

  test("fails on a lane that the script does not have", () => {
    const { ask, handler } = askHandler([{ text: "Done." }]);
    ask(parentBody, { lane: "fork[3]" });
    expect(handler.finish().map(({ code, what }) => [code, what])).toEqual([
      ["HX411", "Request 1 names the lane fork[3], which the script does not have (fork)."],
      ["HX412", 'Lane fork stopped before step 1 of 1 (text "Done."). No request began this lane.'],
    ]);
  });

  test("has the same IDs every time", () => {
    const idsOf = (): unknown => {
      const { ask } = askHandler({ "fork[2]": [{ text: "a", call: { Read: {} } }] });
      return ask(parentBody, { lane: "fork[2]" }).json;
    };
    expect(idsOf()).toMatchObject({ id: "msg_fork2_1", content: [{ type: "text" }, { id: "toolu_fork2_1_1" }] });
    expect(idsOf()).toEqual(idsOf());
  });
});
