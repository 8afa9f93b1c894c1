import type { Link } from "./prompt/link.ts";
import type { PromptChain } from "./prompt/prompt-chain.ts";
import { thoughtParts, type WrittenPart, writtenParts } from "./prompt/written-parts.ts";

/** An answer that joined its prompt. */
export type StoredAnswer = {
  readonly outputTokens: number;
  /** The thinking part of them; null if not counted. */
  readonly thoughtTokens: number | null;
  /** The model's output; null if it was not kept. */
  readonly written: readonly WrittenPart[] | null;
};

export type RepeatedPrefix = {
  /** Tokens of the prefix up to where the answer is repeated no more. */
  readonly tokens: number;
  readonly isWhole: boolean;
};

export type GeneratedBlock = {
  /** Of the prefix that ends with it. */
  readonly tokens: number;
  /** The strings of a thought; null of what was said. */
  readonly thought: readonly string[] | null;
  readonly answerText: string;
};

/** A repeated stretch, by its blocks. */
type RepeatedRun = RepeatedPrefix & { readonly blocks: number; readonly hasThought: boolean };

const FRAME_TOKENS = 16;

/**
 * How far the run of blocks behind the link `at` repeats an answer that was given there: never beyond those blocks, nor further
 * than the answer was long. If its content was not kept, up to the reported output may be a repetition. `isSpelled` compares
 * nested arguments as text.
 */
export function repeatedAnswer(
  chain: PromptChain,
  at: number,
  run: readonly GeneratedBlock[],
  answer: StoredAnswer,
  isSpelled: boolean,
): RepeatedPrefix {
  const before = chain.links[at]?.tokens ?? chain.head;
  const repeated = answer.written === null ? wholeRun(run, before) : matched(run, before, answer.written, isSpelled);
  const { tokens, isWhole } = repeated;
  const end = promptEnd(chain, at);
  const most = end + answer.outputTokens;
  // The count from when it was written is more accurate than an estimate of the same words.
  const counted = isWhole ? most - (unseenTokens(answer, repeated) ?? 0) : 0;
  const longest = Math.min(tokens + tolerance(chain, repeated, tokens - end), counted);
  return { tokens: Math.min(Math.max(tokens, longest), most), isWhole };
}

/** Whether an answer began with thinking that the request does not repeat: the first token behind the prompt is then another one. */
export function leavesThinkingOut(run: readonly GeneratedBlock[], { written }: StoredAnswer): boolean {
  const thought = written?.some(({ part }) => part === "thought") === true;
  return thought && run.every((block) => block.thought === null);
}

/** Tokens by which the estimate of repeated blocks may fall short of what a provider counts: recorded, two calls of 48 came to 31. */
function tolerance({ grade }: PromptChain, { blocks }: RepeatedRun, tokens: number): number {
  return grade === "exact" ? 0 : blocks * FRAME_TOKENS + Math.max(0, Math.ceil(tokens / 4));
}

/** The thinking that is no longer in the prompt; null if not counted. */
function unseenTokens({ thoughtTokens, written }: StoredAnswer, { hasThought }: RepeatedRun): number | null {
  if (written === null || hasThought) return 0;
  return thoughtTokens;
}

/**
 * The end of the prompt that was answered behind a link: the text that invites the answer belongs to it, and is repeated here.
 */
export function promptEnd({ links, head, total }: PromptChain, at: number): number {
  const before = links[at]?.tokens ?? head;
  const next = links[at + 1];
  if (next === undefined || !isGenerated(next)) return before;
  return Math.min(next.tokens, before + total - (links.at(-1)?.tokens ?? head));
}

/** Whether a block is what a model wrote. */
export function isGenerated({ role, kind }: Link): boolean {
  return role === "assistant" || role === "model" || kind === "tool-use" || kind === "thinking";
}

/** The model's output behind a link, block by block, as the request repeats it. */
export function generatedRun(chain: PromptChain, at: number, isSpelled: boolean): readonly GeneratedBlock[] {
  const run: GeneratedBlock[] = [];
  for (let index = at + 1; index < chain.links.length; index += 1) {
    const link = chain.links[index];
    if (link === undefined || !isGenerated(link)) break;
    const value = blockAt(chain, link);
    const isThought = link.kind === "thinking";
    run.push({
      tokens: link.tokens,
      thought: isThought ? thoughtParts(value).map(({ text }) => text) : null,
      answerText: isThought ? "" : answerText(writtenParts(value), isSpelled),
    });
  }
  return run;
}

function wholeRun(run: readonly GeneratedBlock[], before: number): RepeatedRun {
  const hasThought = run.some(({ thought }) => thought !== null);
  return { tokens: run.at(-1)?.tokens ?? before, isWhole: true, blocks: run.length, hasThought };
}

function matched(
  run: readonly GeneratedBlock[],
  before: number,
  written: readonly WrittenPart[],
  isSpelled: boolean,
): RepeatedRun {
  const thoughts = new Set(written.flatMap(({ part, text }) => (part === "thought" ? [text] : [])));
  const answer = answerText(written, isSpelled);
  let tokens = before;
  let [said, blocks, hasThought] = [0, 0, false];
  for (const block of run) {
    if (block.thought !== null) {
      if (block.thought.length > 0 && !block.thought.some((text) => thoughts.has(text))) break;
      hasThought = true;
    }
    const shared = sharedLength(answer, said, block.answerText);
    if (shared < block.answerText.length) {
      tokens += Math.floor(((block.tokens - tokens) * shared) / block.answerText.length);
      return { tokens, isWhole: false, blocks, hasThought };
    }
    said += shared;
    ({ tokens } = block);
    blocks += 1;
  }
  return { tokens, isWhole: said === answer.length, blocks, hasThought };
}

/** Texts are joined as if they were one; thoughts that a client leaves out are left out here. */
function answerText(parts: readonly WrittenPart[], isSpelled: boolean): string {
  return parts
    .map(({ part, text, spelled = text }) => {
      if (part === "call") return `\u0000${isSpelled ? spelled : text}\u0000`;
      return part === "text" ? text : "";
    })
    .join("");
}

function sharedLength(answer: string, from: number, block: string): number {
  if (answer.startsWith(block, from)) return block.length;
  let length = 0;
  while (length < block.length && answer.codePointAt(from + length) === block.codePointAt(length)) length += 1;
  return length;
}

/** A body that could be laid out is JSON, and so is each of its blocks. */
function blockAt({ body }: PromptChain, { span }: Link): unknown {
  const value: unknown = JSON.parse(body.toString("utf8", span.start, span.end));
  return value;
}
