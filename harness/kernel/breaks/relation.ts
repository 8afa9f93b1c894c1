/**
 * - `root` begins a conversation
 * - `turn` the main line goes on
 * - `branch` another continuation of the same request: a fork, a resumed or forked conversation
 * - `compaction` the main line goes on from a summary of itself
 * - `fresh` own system and tools
 * - `side` another model or wire, or the same messages asked again of another host
 */
export type Relation = "root" | "turn" | "branch" | "compaction" | "fresh" | "side";
