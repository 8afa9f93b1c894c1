import type { ForkRecords, RunRecord, RunStart } from "../../transcript/fork-records.ts";
import type { ForkEvent } from "../fork-event.ts";
import { ForkParamsError } from "../params/fork-params-error.ts";
import type { ForkResult } from "../fork-result.ts";
import type { RunObserver } from "./run-log.ts";
import { stopReason } from "../loop/stop-reason.ts";

/** A run's record while it is written. */
export type Recording = { readonly observe: RunObserver; readonly finish: (result: ForkResult) => void };

/** Begins the record of a run, unless the run skips it. Throws ForkParamsError if it cannot be written. */
export function recordRun(records: ForkRecords | null, run: RunStart): Recording {
  if (records === null) {
    throw new ForkParamsError("skipTranscript", "false needs a place to write to: give the subagent records");
  }
  const record = beginRecord(records, run);
  return {
    observe: (event) => addEvent(record, event),
    finish: ({ stop, turns, usage, durationMs }) =>
      record.finish({
        status: stop.cause,
        reason: stopReason(stop),
        turns: turns.length,
        usage,
        endedMs: run.startedMs + durationMs,
      }),
  };
}

function beginRecord(records: ForkRecords, run: RunStart): RunRecord {
  try {
    return records.begin(run);
  } catch (fault) {
    const what = fault instanceof Error ? fault.message : String(fault);
    throw new ForkParamsError("skipTranscript", `the transcript cannot be written: ${what}`);
  }
}

function addEvent(record: RunRecord, event: ForkEvent): void {
  switch (event.type) {
    case "message": {
      const { turn, role, bytes } = event.message;
      return record.add({ type: "message", turn, role, message: bytes.toString("utf8") });
    }
    case "decision": {
      const { turn, ...decision } = event.record;
      return record.add({ type: "decision", turn, decision });
    }
    case "turn": {
      const { turn, usage, stopReason } = event.record;
      return record.add({ type: "turn", turn, usage, stopReason });
    }
    case "started":
    case "text":
    case "ended":
      return;
  }
}
