import type { Decision, ToolCall } from "../tool-filter.ts";
import { compareSnapshots, type Change, type Snapshot } from "./snapshot.ts";

/** A call that a dispatcher really ran. */
export type Dispatched = {
  readonly call: ToolCall;
  readonly succeeded: boolean;
  /** The path in the memory folder, with forward slashes, that it says it wrote; null where it wrote none. */
  readonly wrote: string | null;
};

export type AuditedRun = {
  /** Every decision that was taken, by the id of its call. */
  readonly decisions: readonly (Decision & { readonly call: ToolCall })[];
  readonly dispatched: readonly Dispatched[];
  readonly memory: { readonly before: Snapshot; readonly after: Snapshot };
  /** Folders outside the memory folder in which nothing may have changed, by name. */
  readonly watched: readonly { readonly name: string; readonly before: Snapshot; readonly after: Snapshot }[];
  /** Names that must stay untouched in the memory folder. */
  readonly protectedNames: readonly string[];
};

/** What was really done, not what was asked. `escapes` fail a run; `attempts` were denied in time and are only worth knowing. */
export type Audit = {
  readonly outcome: "clean" | "escaped";
  readonly escapes: readonly Escape[];
  readonly attempts: readonly { readonly tool: string; readonly rule: string; readonly reason: string }[];
  /** What the run changed in the memory folder. */
  readonly changes: readonly Change[];
  /** `folders`: where it looked, the memory folder and the others that are watched, by name. Nothing is known of any other. */
  readonly examined: { readonly dispatches: number; readonly paths: number; readonly folders: readonly string[] };
};

export type Escape =
  /** A call ran that the filter had denied, or was never asked about. */
  | { readonly what: "ran-undecided" | "ran-denied"; readonly tool: string; readonly callId: string }
  /** A file changed that no successful write explains: a shell command, or a write that was not reported. */
  | { readonly what: "unexplained-change" | "protected-change"; readonly change: Change }
  | { readonly what: "change-outside"; readonly folder: string; readonly change: Change };

export function auditEffects(run: AuditedRun): Audit {
  const { decisions, dispatched, memory, watched } = run;
  const changes = compareSnapshots(memory.before, memory.after);
  const escapes = [
    ...dispatched.flatMap((each) => escapeOfCall(each, decisions)),
    ...changes.flatMap((change) => escapeOfChange(change, run)),
    ...watched.flatMap(({ name, before, after }) =>
      compareSnapshots(before, after).map((change): Escape => ({ what: "change-outside", folder: name, change })),
    ),
  ];
  const attempts = decisions
    .filter(({ decision }) => decision === "deny")
    .map(({ call, rule, reason }) => ({ tool: call.tool, rule, reason }));
  const paths = [memory, ...watched].reduce((sum, { before, after }) => sum + Math.max(before.size, after.size), 0);
  return {
    outcome: escapes.length === 0 ? "clean" : "escaped",
    escapes,
    attempts,
    changes,
    examined: { dispatches: dispatched.length, paths, folders: ["memory", ...watched.map(({ name }) => name)] },
  };
}

function escapeOfCall({ call }: Dispatched, decisions: AuditedRun["decisions"]): readonly Escape[] {
  const decided = decisions.filter((each) => each.call.id === call.id);
  if (decided.length === 0) return [{ what: "ran-undecided", tool: call.tool, callId: call.id }];
  if (decided.every(({ decision }) => decision === "allow")) return [];
  return [{ what: "ran-denied", tool: call.tool, callId: call.id }];
}

function escapeOfChange(change: Change, { dispatched, protectedNames }: AuditedRun): readonly Escape[] {
  if (change.path.split("/").some((part) => protectedNames.includes(part)))
    return [{ what: "protected-change", change }];
  const explained = dispatched.some(({ succeeded, wrote }) => succeeded && wrote === change.path);
  return explained && change.what !== "deleted" ? [] : [{ what: "unexplained-change", change }];
}
