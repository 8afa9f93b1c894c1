import type { Recording } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { JudgedRecording } from "../kernel/inspection/inspection.ts";
import type { Judgement } from "../kernel/judgement.ts";
import { settled } from "../verdict/judge.ts";
import { inspectRecording } from "../verdict/recording/inspect-recording.ts";
import type { JudgeOptions } from "../verdict/recording/judge-recording.ts";
import { type RequestOpening, requestOpening } from "./request-opening.ts";

/** Everything that a gate knows of the traffic. */
export type GateEvidence = {
  /** Null if there were fewer than two requests to compare. */
  readonly inspection: JudgedRecording | null;
  /** By the id of the child. */
  readonly judgements: ReadonlyMap<string, Judgement>;
  readonly openings: ReadonlyMap<string, RequestOpening>;
  /** Requests whose body could not be read: id and reason. */
  readonly damaged: ReadonlyMap<string, string>;
};

export const NO_EVIDENCE: GateEvidence = {
  inspection: null,
  judgements: new Map(),
  openings: new Map(),
  damaged: new Map(),
};

export function gatherEvidence(recording: Recording, options: JudgeOptions): GateEvidence {
  const judgements = new Map<string, Judgement>();
  const openings = new Map<string, RequestOpening>();
  const damaged = new Map<string, string>();
  const inspect = (): JudgedRecording =>
    inspectRecording(recording, options, ({ exchange: { id }, read, ...rest }) => {
      if (read === null) {
        if ("fault" in rest && rest.fault !== null) damaged.set(id, rest.fault.message);
        return;
      }
      openings.set(id, requestOpening(read.layout));
      if (read.judgement !== null) judgements.set(id, settled(read.judgement));
    });
  try {
    return { inspection: inspect(), judgements, openings, damaged };
  } catch (fault) {
    if (!(fault instanceof HarnessError) || fault.code !== "HX252") throw fault;
    return { inspection: null, judgements, openings, damaged };
  }
}
