import { afterAll, afterEach, beforeEach, inject } from "vitest";

import { noteComparison } from "./run-mark.ts";
import { testWatch } from "./test-watch.ts";

/** Checks each test of the file that is about to run. */
export function watchTests(): void {
  testWatch.start();
  const noted = (compared: number): void => {
    if (compared > 0) noteComparison(inject("forkproofRun"));
  };
  beforeEach(({ task }) => testWatch.begin(task.id));
  afterEach(({ task }) => testWatch.end(task.id, noted));
  afterAll(() => testWatch.endFile(noted));
}

declare module "vitest" {
  interface ProvidedContext {
    /** The folder in which a run notes that it compared something; absent without `globalSetup`. */
    readonly forkproofRun?: string;
  }
}
