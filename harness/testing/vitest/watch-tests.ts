import * as vitest from "vitest";

import { noteHooks, noteTest } from "./run-mark.ts";
import { testWatch } from "./test-watch.ts";

/** Vitest has had `aroundEach` since 4.1. */
type Hooks = Pick<typeof vitest, "beforeEach" | "afterEach" | "afterAll" | "inject"> &
  Partial<Pick<typeof vitest, "aroundEach">>;
type Task = {
  readonly id: string;
  readonly name: string;
  readonly result?: { readonly state: string } | undefined;
};

/** Checks each test of the file that is about to run. */
export function watchTests(): void {
  const { aroundEach, beforeEach, afterEach, afterAll, inject }: Hooks = vitest;
  testWatch.start();
  const end = async ({ id, result }: Task): Promise<void> => {
    let hasCompared = false;
    try {
      await testWatch.end(id, result?.state === "pass", (requests) => (hasCompared ||= requests > 0));
    } finally {
      noteTest(inject("forkproofRun"), hasCompared);
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
  afterAll(() => testWatch.endFile((requests) => requests > 0 && noteHooks(inject("forkproofRun"))));
}

declare module "vitest" {
  interface ProvidedContext {
    /** The folder in which a run notes what it compared; absent without `globalSetup`. */
    readonly forkproofRun?: string;
  }
}
