import { expect, test } from "vitest";
import { SideBySide } from "../../harness/queue/worker/side-by-side.ts";

test("jobs run side by side, one that runs alone waits for them, and those behind it wait for its end", async () => {
  const jobs = new SideBySide();
  const running = new Set<string>();
  const ends = new Map<string, () => void>();
  const begin = async (name: string, isAlone: boolean): Promise<void> => {
    const turn = await jobs.begin(isAlone);
    running.add(name);
    ends.set(name, () => {
      running.delete(name);
      turn[Symbol.dispose]();
    });
  };
  const after = async (name: string): Promise<string> => {
    ends.get(name)?.();
    for (let round = 0; round < 5; round += 1) await Promise.resolve();
    return [...running].join();
  };
  const wanted: readonly [string, boolean][] = [
    ["a", false],
    ["b", false],
    ["first alone", true],
    ["second alone", true],
    ["c", false],
    ["d", false],
  ];
  const begun = wanted.map(([name, isAlone]) => begin(name, isAlone));
  expect(await after("")).toBe("a,b");
  expect(await after("a")).toBe("b");
  expect(await after("b")).toBe("first alone");
  expect(await after("first alone")).toBe("second alone");
  expect(await after("second alone")).toBe("c,d");
  await Promise.all(begun);
  expect(await after("c")).toBe("d");
});
