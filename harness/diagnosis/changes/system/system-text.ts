import type { SideEvidence } from "../../side-evidence.ts";
import type { Change, SystemChange } from "../change.ts";

/** All of a request's system prompt as one text. */
export function systemText(side: SideEvidence): string {
  return side
    .system()
    .map(({ text }) => text ?? "")
    .join("");
}

export function changesInSystem(changes: readonly Change[]): readonly SystemChange[] {
  return changes.filter((change) => change.of === "system");
}
