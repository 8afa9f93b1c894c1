import * as fc from "fast-check";

import type { RunResult } from "../../harness/kernel/run-result.ts";
import { sampleRun } from "./sample-run.ts";

const hostile = fc
  .array(
    fc.constantFrom(
      "::error::pwned",
      "\n",
      "\r",
      "##[error]pwned",
      "%0A::warning::x",
      "::",
      ",",
      ":",
      "`",
      "|",
      "<b>",
      "\u0000",
      "]]>",
      "x",
      "@team",
      "::stop-commands::y",
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

/** A run whose texts try to be commands, mark-up and the end of what holds them. */
export const hostileRun: fc.Arbitrary<RunResult> = fc
  .tuple(hostile, hostile, hostile)
  .map(([id, observed, printed]): RunResult => {
    const jobs = sampleRun.jobs.map((job, index) => ({
      ...job,
      id: `${index}${id}`,
      scenario: `${index}${id}`,
      checks: job.checks.map((check) => ({ ...check, observed })),
      warnings: job.warnings.map((warning) => ({ ...warning, message: observed })),
      printed: { stdout: printed, stderr: `${printed}\n::error::from stderr` },
    }));
    return { ...sampleRun, jobs };
  });
