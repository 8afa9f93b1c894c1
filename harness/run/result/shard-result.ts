import type { RunResult } from "../../kernel/run-result.ts";

/** The result of a shard, and the file that it was read from. */
export type ShardResult = { readonly file: string; readonly result: RunResult };
