/**
 * - `root` begins a conversation
 * - `turn` continues the main line
 * - `branch` another continuation of the same request: a fork, a resumed or forked conversation
 * - `compaction` continues the main line from a summary of itself
 * - `fresh` own system and tools
 * - `side` another model or wire format, or the same messages sent again to another host
 */
export type Relation = "root" | "turn" | "branch" | "compaction" | "fresh" | "side";
