/** The traits that distinguish agents: the names of their tools, and a sample of their system prompt. */
export type AgentTraits = {
  /** Sorted. */
  readonly tools: readonly string[];
  /** The smallest hashes of its sentences, sorted: two prompts share as many of them as they share sentences. */
  readonly sentences: readonly number[];
};

/** This many hashes distinguish a changed prompt from another one. */
const SAMPLE = 16;

/** Below this part of shared sentences a system prompt was replaced (harness/diagnosis/CODES.md). */
const REPLACED = 0.2;

/**
 * Whether a request with other tools and another system prompt is of another agent. A clock in the one and a counter in the other make no
 * other agent: that has a prompt of its own, or tools of its own instead of those that are missing.
 */
export function isOtherAgent(one: AgentTraits, other: AgentTraits): boolean {
  return hasOwnTools(one, other) || hasOwnPrompt(one, other);
}

/**
 * Whether it is of another agent although it has the history of the first and no call transferred it: it shares neither prompt nor
 * any tool. An agent or a fork that lost or swapped a tool and got another prompt remains the same, and pays for the whole history.
 */
export function isSuccessor(one: AgentTraits, other: AgentTraits): boolean {
  const before = new Set(one.tools);
  return hasOwnTools(one, other) && !other.tools.some((name) => before.has(name)) && hasOwnPrompt(one, other);
}

function hasOwnTools(one: AgentTraits, other: AgentTraits): boolean {
  const [before, after] = [new Set(one.tools), new Set(other.tools)];
  return other.tools.some((name) => !before.has(name)) && one.tools.some((name) => !after.has(name));
}

function hasOwnPrompt(one: AgentTraits, other: AgentTraits): boolean {
  return sharedPart(one.sentences, other.sentences) < REPLACED;
}

/** The smallest hashes of the sentences of a text. */
export function sampleOf(text: string): readonly number[] {
  const sentences = text.split(/[\n.!?;]+/).map((sentence) => sentence.trim());
  return mergedSamples([sentences.filter((sentence) => sentence !== "").map(hashOf)]);
}

/** The sample of several texts together. */
export function mergedSamples(samples: readonly (readonly number[])[]): readonly number[] {
  const hashes = new Set(samples.flat());
  return [...hashes].toSorted((left, right) => left - right).slice(0, SAMPLE);
}

/** Of the smallest hashes of both together, those that both have. */
function sharedPart(one: readonly number[], other: readonly number[]): number {
  if (one.length === 0 && other.length === 0) return 1;
  const [first, second] = [new Set(one), new Set(other)];
  const both = mergedSamples([one, other]);
  return both.filter((hash) => first.has(hash) && second.has(hash)).length / both.length;
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
