import { createHash } from "node:crypto";
import type { Header } from "../kernel/exchange.ts";
import type { Layout, Segment } from "../kernel/layout.ts";
import type { JudgedExchange } from "../verdict/recording/judge-recording.ts";

/** The first request of a conversation, without its body. */
export type SketchedRoot = {
  readonly id: string;
  /** Equal for conversations that begin with the same words. */
  readonly asks: string;
  readonly headers: readonly Header[];
};

/** What comparing two recordings needs of one, gathered while it is judged. It keeps no body. */
export class BuildSketch {
  readonly #roots = new Map<string, SketchedRoot>();
  readonly #marks: Record<Segment, number> = { tools: 0, system: 0, messages: 0 };
  readonly #seen = new Set<string>();

  see({ exchange, read }: JudgedExchange): void {
    if (read === null || this.#seen.has(exchange.id)) return;
    const { id, headers } = exchange;
    this.#seen.add(id);
    this.#roots.set(id, { id, asks: firstWords(read.layout), headers });
    for (const unit of read.layout.units) if (unit.unit === "block") this.#marks[unit.segment] += unit.marks.length;
  }

  /** Breakpoints per request. */
  breakpoints(): Readonly<Record<Segment, number>> {
    const per = (count: number): number => (this.#seen.size === 0 ? 0 : count / this.#seen.size);
    const { tools, system, messages } = this.#marks;
    return { tools: per(tools), system: per(system), messages: per(messages) };
  }

  rootOf(id: string): SketchedRoot | null {
    return this.#roots.get(id) ?? null;
  }
}

/** A digest of the first message of the conversation, byte by byte. */
function firstWords({ body, units }: Layout): string {
  const hash = createHash("sha256");
  let message: number | null = null;
  for (const unit of units) {
    if (unit.unit !== "block" || unit.segment !== "messages") continue;
    message ??= unit.message;
    if (unit.message !== message) break;
    const [mark] = unit.marks;
    // A breakpoint says nothing.
    const { start, end } = unit.span;
    if (mark === undefined) hash.update(body.subarray(start, end));
    else hash.update(body.subarray(start, mark.excision.start)).update(body.subarray(mark.excision.end, end));
  }
  return hash.digest("hex");
}
