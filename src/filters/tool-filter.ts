import type { CommandPromise } from "./shell/promises/command-promise.ts";
import type { Confinement } from "./shell/run/confinement.ts";

/** A tool call as the model made it: the name on the wire and the decoded, flat arguments. */
export type ToolCall = {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
};

/** What a filter said of one call. `rule` is a stable identifier, `reason` is for the model and the report. */
export type Decision = {
  readonly decision: "allow" | "deny";
  readonly rule: string;
  readonly reason: string;
  /** Of a shell command: what the dispatcher promised of how it runs the text. */
  readonly promise?: CommandPromise;
  /** Of a shell command that `openShell` runs: what holds it, and whether a limit on processes does, which does not bind root. */
  readonly confinement?: { readonly by: Confinement; readonly limitsProcesses: boolean };
};

/**
 * Decides at dispatch which calls of a fork may run. It never sees the declared tools: hiding one from the request would
 * change the first bytes of the prefix and lose the whole cache (CB801).
 *
 * A filter that throws or rejects has denied the call.
 */
export type ToolFilter = {
  readonly name: string;
  readonly decide: (call: ToolCall) => Decision | Promise<Decision>;
};
