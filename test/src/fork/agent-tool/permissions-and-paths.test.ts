import { describe, expect, test } from "vitest";
import { bubblePermissions, type PermissionQuestion } from "../../../../src/fork/agent-tool/bubble-permissions.ts";
import { translateCall, translatePath, worktreeNotice } from "../../../../src/fork/agent-tool/worktree.ts";
import type { ForkResult } from "../../../../src/fork/fork-result.ts";
import { runFork } from "../../support/run-fork.ts";
import { says, ScriptedClient } from "../../support/scripted-client.ts";

/** What a caller without a type checker may answer. */
function untyped(value: unknown): never {
  return value as never;
}

describe("the permission mode bubble", () => {
  async function run(ask: (question: PermissionQuestion) => Promise<boolean>): Promise<ForkResult> {
    const calls = says({
      blocks: [
        { call: "Read", id: "t1", input: "{}" },
        { call: "Edit", id: "t2", input: '{"path":"a"}' },
      ],
    });
    const filter = bubblePermissions({ label: "tidy", needsPermission: ({ tool }) => tool === "Edit", ask });
    return runFork({ llm: new ScriptedClient([calls, says({ blocks: [{ text: "Done." }] })]), filter });
  }
  const rules = ({ decisions }: ForkResult): readonly string[] => decisions.map(({ rule }) => rule);

  test("asks the parent, and only if a permission is needed", async () => {
    const asked: PermissionQuestion[] = [];
    const granted = await run(async (question) => {
      asked.push(question);
      return true;
    });
    expect(asked).toEqual([{ label: "tidy", call: { id: "t2", tool: "Edit", input: { path: "a" } } }]);
    expect(rules(granted)).toEqual(["bubble.not-needed", "bubble.granted"]);
  });

  test("denies on a refusal, and on a callback that fails", async () => {
    expect(rules(await run(async () => false))).toEqual(["bubble.not-needed", "bubble.refused"]);
    const failing = await run(async () => {
      throw new Error("the window was closed");
    });
    expect(failing.decisions[1]).toMatchObject({ decision: "deny", rule: "filter-failed" });
    expect(failing.stop).toEqual({ cause: "completed" });
  });

  test.each([{ decision: "deny" }, { decision: "allow" }, "no", "true", 1, undefined, null])(
    "denies unless the answer is true: %j",
    async (answer) => {
      const { decisions } = await run(async () => untyped(answer));
      expect(decisions[1]).toMatchObject({ decision: "deny", rule: "bubble.refused" });
    },
  );

  test("says in its reason what the answer must be", async () => {
    const { decisions } = await run(async () => untyped({ decision: "allow" }));
    expect(decisions[1]?.reason).toBe("The parent's answer is an object, and nothing but true allows.");
  });

  test.each([undefined, null, 0, "", "no", Promise.resolve(true)])(
    "asks unless needsPermission returns false: %o",
    async (needed) => {
      const asked: PermissionQuestion[] = [];
      const filter = bubblePermissions({
        label: "tidy",
        needsPermission: () => untyped(needed),
        ask: async (question) => {
          asked.push(question);
          return false;
        },
      });
      const decision = await filter.decide({ id: "t1", tool: "Bash", input: {} });
      expect([decision.rule, asked.length]).toEqual(["bubble.refused", 1]);
    },
  );
});

describe("a fork in another checkout", () => {
  const checkouts = { parentRoot: "/home/me/app", forkRoot: "/tmp/app-2" };

  test("gets both places in its own message", async () => {
    const llm = new ScriptedClient([says({ blocks: [{ text: "Done." }] })]);
    await runFork({ llm, overrides: { reminder: worktreeNotice(checkouts) } });
    const notice = llm.bodies[0] ?? "";
    expect(notice.indexOf("/tmp/app-2")).toBeGreaterThan(notice.indexOf('"toolu_a"'));
    expect(notice).toContain("/home/me/app");
  });

  test.each([
    ["/home/me/app/src/a.ts", "/tmp/app-2/src/a.ts"],
    ["/home/me/app", "/tmp/app-2"],
    ["/home/me/app-old/a.ts", "/home/me/app-old/a.ts"],
    ["src/a.ts", "src/a.ts"],
    ["/etc/hosts", "/etc/hosts"],
    ["/home/me/app/../app-old/a.ts", "/home/me/app/../app-old/a.ts"],
    ["/home/me/app/src/../b.ts", "/tmp/app-2/b.ts"],
    ["/home/me//app/./c.ts", "/tmp/app-2/c.ts"],
    ["/tmp/app-2/src/a.ts", "/tmp/app-2/src/a.ts"],
  ])("translates %s to %s", (path, expected) => {
    expect(translatePath(path, checkouts)).toBe(expected);
  });

  test.each([
    ["/a/repo/x", "/a/repo/wt/x"],
    ["/a/repo/wt/x", "/a/repo/wt/x"],
    ["/a/repo/wt", "/a/repo/wt"],
    ["/a/repo/wt-2/x", "/a/repo/wt/wt-2/x"],
  ])("inside its parent's checkout translates %s to %s", (path, expected) => {
    expect(translatePath(path, { parentRoot: "/a/repo", forkRoot: "/a/repo/wt" })).toBe(expected);
  });

  test("translates its parent's paths if its own checkout contains the parent's", () => {
    const outer = { parentRoot: "/a/repo/wt", forkRoot: "/a/repo" };
    expect(translatePath("/a/repo/wt/x", outer)).toBe("/a/repo/x");
  });

  test("translates the arguments of calls that are paths", () => {
    const call = { id: "t1", tool: "Edit", input: { file_path: "/home/me/app/a", text: "/home/me/app/a", n: 1 } };
    expect(translateCall(call, ["file_path", "n", "absent"], checkouts)).toEqual({
      ...call,
      input: { file_path: "/tmp/app-2/a", text: "/home/me/app/a", n: 1 },
    });
  });
});
