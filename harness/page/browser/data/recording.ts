import type { PageBlock, PageData, PageRequest } from "../../page-data.ts";
import { SEGMENTS } from "../../page-data.ts";

/** What the views ask of the data. Prompts are put together when they are first drawn. */
export class Recording {
  readonly data: PageData;
  /** Indexes of requests by conversation, in recorded order. */
  readonly byConversation: readonly (readonly number[])[];
  readonly #conversations: ReadonlyMap<string, number>;
  readonly #prompts = new Map<number, Uint32Array>();

  constructor(data: PageData) {
    this.data = data;
    this.#conversations = new Map(data.conversations.map((id, at) => [id, at]));
    const groups: number[][] = data.conversations.map(() => []);
    for (const [at, { conversation }] of data.requests.entries()) groups[conversation]?.push(at);
    this.byConversation = groups;
  }

  request(row: number): PageRequest {
    const request = this.data.requests[row];
    if (request === undefined) throw new Error(`the page has no request ${row}`);
    return request;
  }

  /** Ids are unique in a conversation: the jobs of a run may judge requests of one name. */
  rowOf(conversation: number, id: string): number | null {
    return this.byConversation[conversation]?.find((row) => this.request(row).id === id) ?? null;
  }

  conversationOf(id: string): number | null {
    return this.#conversations.get(id) ?? null;
  }

  conversationName(at: number): string {
    return this.data.conversations[at] ?? "";
  }

  modelName(at: number): string | null {
    return this.data.models[at] ?? null;
  }

  block(index: number): PageBlock {
    const block = this.data.blocks[index];
    if (block === undefined) throw new Error(`the page has no block ${index}`);
    return block;
  }

  /** Indexes of the blocks of a request. A loop: a conversation may have thousands of requests, each written as what it adds. */
  prompt(row: number): Uint32Array {
    const missing: number[] = [];
    for (let at = row; at >= 0 && !this.#prompts.has(at); at = this.request(at).like) missing.push(at);
    for (const at of missing.toReversed()) {
      const { like, keep, add } = this.request(at);
      const prompt = new Uint32Array(keep + add.length);
      if (like >= 0) prompt.set((this.#prompts.get(like) ?? new Uint32Array()).subarray(0, keep));
      prompt.set(add, keep);
      this.#prompts.set(at, prompt);
    }
    return this.#prompts.get(row) ?? new Uint32Array();
  }

  /** The state of each block, by its number. */
  states(row: number): Uint8Array {
    const { states } = this.request(row);
    const all = new Uint8Array(this.prompt(row).length);
    let at = 0;
    for (let run = 0; run < states.length; run += 2) {
      const next = at + (states[run + 1] ?? 0);
      all.fill(states[run] ?? 0, at, next);
      at = next;
    }
    return all;
  }

  /** Estimated tokens of a prompt. */
  length(row: number): number {
    let sum = 0;
    for (const index of this.prompt(row)) sum += this.block(index)[4];
    return sum;
  }

  /** `tool Bash`, `system 1`, `user text`. */
  blockLabel(index: number): string {
    const [, segment, pointer, , , kind, role, name] = this.block(index);
    if (segment === 0) return `tool ${name ?? pointer.split("/").at(-1) ?? ""}`;
    if (segment === 1)
      return `${SEGMENTS[segment]} ${pointer
        .replace(/^\/[^/]+/, "")
        .replaceAll("/", " ")
        .trim()}`.trim();
    return `${role ?? "message"} ${name === null ? kind : `calls ${name}`}`;
  }
}
