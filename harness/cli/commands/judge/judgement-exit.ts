import { isBreak } from "../../../kernel/finding.ts";
import type { Judgement } from "../../../kernel/judgement.ts";
import type { ExitCode } from "../../command.ts";

/** 2 where nothing could be compared, 1 where a finding explains a loss or a refusal, else 0 (harness/CONTRACTS.md). */
export function judgementExit({ verdict, findings }: Judgement): ExitCode {
  if (verdict === "not-comparable") return 2;
  return findings.some(isBreak) ? 1 : 0;
}
