import * as vitest from "vitest";

import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { misuse } from "../misuse.ts";
import { noteHooks, noteTest, noteUnread } from "./run-mark.ts";
import { testWatch } from "./test-watch.ts";

/** Vitest has had `aroundEach` since 4.1. */
type Hooks = Pick<typeof vitest, "beforeEach" | "afterEach" | "afterAll" | "inject"> &
  Partial<Pick<typeof vitest, "aroundEach">>;
type Task = {
  readonly id: string;
  readonly name: string;
  readonly result?: { readonly state: string; readonly pending?: boolean | undefined } | undefined;
};

/** Checks each test of the file that is about to run. */
export function watchTests(): void {
  const { aroundEach, beforeEach, afterEach, afterAll, inject }: Hooks = vitest;
  testWatch.start();
  const skipped: unknown[] = [];
  const end = async ({ id, name, result }: Task): Promise<void> => {
    const seen = { hasCompared: false };
    try {
      await testWatch.end(id, result?.state === "pass", {
        compared: (requests) => (seen.hasCompared ||= requests > 0),
        unread: (requests) => noteUnread(inject("forkproofRun"), requests),
      });
    } catch (fault) {
      // Vitest reports a skipped test as skipped, whatever is thrown behind the skip.
      if (result?.pending === true || result?.state === "skip") skipped.push(ofSkipped(name, fault));
      throw asTestFailure(fault);
    } finally {
      noteTest(inject("forkproofRun"), id, seen.hasCompared);
    }
  };
  if (aroundEach === undefined) {
    beforeEach(({ task }) => void testWatch.begin(task.id, task.name));
    afterEach(({ task }) => end(task));
  } else {
    // It encloses all other hooks of a test.
    aroundEach(async (run, { task }) => {
      await testWatch.around(task.id, task.name, run);
      await end(task);
    });
  }
  afterAll(async () => {
    try {
      await testWatch.endFile({
        compared: (requests) => requests > 0 && noteHooks(inject("forkproofRun")),
        unread: (requests) => noteUnread(inject("forkproofRun"), requests),
      });
    } catch (fault) {
      throw asTestFailure(fault);
    }
    const [first] = skipped.splice(0);
    if (first !== undefined) throw asTestFailure(first);
  });
}

/** A test that skips itself after its agent has asked hides nothing: its file fails. */
function ofSkipped(test: string, fault: unknown): unknown {
  if (!(fault instanceof HarnessError)) return fault;
  const fix = "skip the test before its agent asks, or correct what it asks";
  return misuse("HX544", `the test "${test}" skipped itself, and failed:\n${fault.message}`, fix);
}

/** Vitest prints the stack and every member of an error. No line of the test is in this stack, and the message holds the members. */
function asTestFailure(fault: unknown): unknown {
  if (!(fault instanceof HarnessError)) return fault;
  const failure = new Error(fault.message);
  failure.stack = `Error: ${fault.message}`;
  return failure;
}

declare module "vitest" {
  interface ProvidedContext {
    /** The folder in which a run notes what it compared; absent without `globalSetup`. */
    readonly forkproofRun?: string;
  }
}
