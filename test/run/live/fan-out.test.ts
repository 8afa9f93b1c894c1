import { expect, test } from "vitest";
import { HarnessError } from "../../../harness/kernel/faults/harness-error.ts";
import { StartLine } from "../../../harness/run/live/parents/start-line.ts";
import { runRounds } from "../../../harness/run/live/rounds/run-rounds.ts";
import { Slots } from "../../../harness/run/live/rounds/slots.ts";
import { Spending } from "../../../harness/run/live/spending.ts";

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("the first fork of a parent runs alone until its first byte, or until it ends without one", async () => {
  const line = new StartLine();
  const started: string[] = [];
  let begun: () => void = () => undefined;
  const first = Promise.withResolvers<void>();
  const run = (name: string): Promise<void> =>
    line.pass(async (begins) => {
      started.push(name);
      if (name !== "first") return;
      begun = begins;
      await first.promise;
    });
  const all = [run("first"), run("second"), run("third")];
  await settled();
  expect(started).toEqual(["first"]);
  begun();
  await settled();
  expect(started).toEqual(["first", "second", "third"]);
  first.resolve();
  await Promise.all(all);

  const other = new StartLine();
  const failing = other.pass(() => Promise.reject(new Error("refused")));
  const behind = other.pass(() => Promise.resolve("ran"));
  await expect(failing).rejects.toThrow("refused");
  expect(await behind).toBe("ran");
});

test("no more rounds run at once than there are slots, and an error that a user can fix stops those that have not begun", async () => {
  let [open, most, begun] = [0, 0, 0];
  const run = async (round: number): Promise<number> => {
    open += 1;
    begun += 1;
    most = Math.max(most, open);
    await settled();
    open -= 1;
    if (round === 5) throw new HarnessError({ code: "HX314", what: "enough", fix: "raise it", exit: 2 });
    return round;
  };
  const numbers = Array.from({ length: 40 }, (_, at) => at + 1);
  const { ran, held } = await runRounds(numbers, run, { slots: new Slots(3), heldBack: () => null });
  expect(most).toBe(3);
  expect(held?.code).toBe("HX314");
  expect(begun).toBeLessThan(10);
  expect([...ran.keys()]).not.toContain(5);
});

test("a request under a limit waits while one under way may cost less than its worst case, and is refused if it does not", async () => {
  const worst = {
    provider: "anthropic",
    model: "claude-sonnet-4-5",
    promptTokens: 1_000,
    keepsLong: false,
    answerTokens: 100,
  };
  const free = { read: 0, write: 0, fresh: 0, output: 0, longWrite: null };
  const day = Date.UTC(2026, 0, 1);
  // One worst case costs $0.00525.
  const spending = new Spending(0.006);
  const first = spending.reserve(worst);
  const second = spending.reserveSoon(worst);
  if (typeof first === "string") throw new Error(first);
  first.settle(free, day, {});
  const granted = await second;
  if (typeof granted === "string") throw new Error(granted);
  const third = spending.reserveSoon(worst);
  // Without its usage the whole worst case counts.
  granted.settle(null, day, {});
  expect(await third).toMatch(/up to \$0\.0105/);
});
