import * as vitest from "vitest";

import { newKey } from "../../io/new-key.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { once } from "../../kernel/memo/once.ts";
import { misuse } from "../misuse.ts";
import { noteChecked, noteHooks, noteOutside, noteTest, noteUnread } from "./run-mark.ts";
import { testWatch } from "./test-watch.ts";

/** Vitest has had `aroundEach` and `aroundAll` since 4.1. */
type Hooks = Pick<typeof vitest, "beforeEach" | "afterEach" | "afterAll" | "inject"> &
  Partial<Pick<typeof vitest, "aroundAll" | "aroundEach">>;
type Task = {
  readonly id: string;
  readonly name: string;
  readonly result?: { readonly state: string; readonly pending?: boolean | undefined } | undefined;
};

/** Checks each test of the file that is about to run. */
export function watchTests(): void {
  const { aroundAll, aroundEach, beforeEach, afterEach, afterAll, inject }: Hooks = vitest;
  // A file runs once for each project, and again in watch mode.
  const file = newKey().toString("hex");
  testWatch.start(once(() => noteOutside(inject("forkproofRun"), file, workerFile())));
  const failed: { readonly task: Task; readonly fault: unknown }[] = [];
  const end = async (task: Task): Promise<void> => {
    const { id, result } = task;
    const seen = { hasCompared: false };
    try {
      await testWatch.end(id, result?.state === "pass", {
        compared: (requests) => (seen.hasCompared ||= requests > 0),
        unread: (requests) => noteUnread(inject("forkproofRun"), requests),
      });
    } catch (fault) {
      failed.push({ task, fault });
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
  const endFile = async (): Promise<void> => {
    try {
      await testWatch.endFile({
        compared: (requests) => requests > 0 && noteHooks(inject("forkproofRun")),
        unread: (requests) => noteUnread(inject("forkproofRun"), requests),
      });
    } catch (fault) {
      throw asTestFailure(fault);
    } finally {
      noteChecked(inject("forkproofRun"), file);
    }
    const hidden = failed.splice(0).find(({ task }) => task.result?.state !== "fail");
    if (hidden !== undefined) throw asTestFailure(ofHidden(hidden.task, hidden.fault));
  };
  if (aroundAll === undefined) afterAll(endFile);
  else {
    // It encloses all other hooks of a file, in whatever order `sequence.hooks` has them run, and what they return as a cleanup.
    aroundAll(async (run) => {
      try {
        await run();
      } finally {
        await endFile();
      }
    });
  }
}

/** The path of the file that is about to run. */
function workerFile(): string {
  const path: unknown = Object(Object(globalThis).__vitest_worker__).filepath;
  return typeof path === "string" ? path : "a test file";
}

/**
 * Vitest reports a test as skipped whatever is thrown behind the skip, and as passed if it was expected to fail or another attempt passed.
 * That hides nothing: its file fails.
 */
function ofHidden({ name, result }: Task, fault: unknown): unknown {
  if (!(fault instanceof HarnessError)) return fault;
  const isSkipped = result?.pending === true || result?.state === "skip";
  const [did, fix] = isSkipped
    ? ["skipped itself, and failed", "skip the test before its agent asks, or correct what it asks"]
    : [
        "counts as passed, and failed",
        "correct what its agent asks in each attempt; if a break is intended, acceptBreaks([codes]) in the test",
      ];
  return misuse("HX544", `the test "${name}" ${did}:\n${fault.message}`, fix);
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
