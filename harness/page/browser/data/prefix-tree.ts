import type { Recording } from "./recording.ts";

/** A run of blocks that the same conversations share, and how they go on. */
export type PrefixNode = {
  /** Indexes of blocks: those of the first conversation that has them. */
  readonly blocks: readonly number[];
  /** Tokens before the run, and in it. */
  readonly from: number;
  readonly tokens: number;
  /** First requests of the conversations and forks that pass through. */
  readonly requests: readonly number[];
  readonly children: readonly PrefixNode[];
};

/** The prefixes that conversations and forks begin with. Only first requests: what later ones add is in the waterfalls. */
export function prefixTree(recording: Recording): PrefixNode {
  const starts = recording.data.requests.flatMap(({ relation, parent }, row) =>
    (parent < 0 || relation === "branch" || relation === "fresh") && recording.prompt(row).length > 0 ? [row] : [],
  );
  return nodeOf(recording, starts, { at: 0, from: 0, isRoot: true });
}

type Start = { readonly at: number; readonly from: number; readonly isRoot: boolean };

/** The node of requests that share all blocks before `at`. Recursive: as deep as prompts part, each time into smaller groups. */
function nodeOf(recording: Recording, requests: readonly number[], { at, from, isRoot }: Start): PrefixNode {
  const end = isRoot ? at : sharedEnd(recording, requests, at);
  const blocks = [...recording.prompt(requests[0] ?? 0).subarray(at, end)];
  const tokens = blocks.reduce((sum, index) => sum + recording.block(index)[4], 0);
  const rest = requests.filter((row) => recording.prompt(row).length > end);
  const groups =
    rest.length < 2 && !isRoot ? [] : [...Map.groupBy(rest, (row) => hashAt(recording, row, end)).values()];
  const children = groups
    .sort((one, other) => other.length - one.length)
    .map((group) => nodeOf(recording, group, { at: end, from: from + tokens, isRoot: false }));
  return { blocks, from, tokens, requests, children };
}

/** Where the first block lies that not all of these requests send. */
function sharedEnd(recording: Recording, requests: readonly number[], from: number): number {
  const [first = 0] = requests;
  const { length } = recording.prompt(first);
  let end = from;
  while (end < length && requests.every((row) => hashAt(recording, row, end) === hashAt(recording, first, end)))
    end += 1;
  return end;
}

function hashAt(recording: Recording, row: number, at: number): string | null {
  const index = recording.prompt(row)[at];
  return index === undefined ? null : recording.block(index)[0];
}

/** The longest prompt in the tree. */
export function longestPrompt(root: PrefixNode): number {
  let most = 1;
  const waiting: PrefixNode[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    most = Math.max(most, node.from + node.tokens);
    waiting.push(...node.children);
  }
  return most;
}
