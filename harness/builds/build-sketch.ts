import { createHash } from "node:crypto";
import { routeOf } from "../cache-model/cache-scope.ts";
import { digestUnit } from "../cache-model/prompt/digest-unit.ts";
import { bodyDigest } from "../kernel/body-digest.ts";
import type { Layout, Segment } from "../kernel/layout.ts";
import type { JudgedExchange } from "../verdict/recording/judge-recording.ts";
import { headersOf, membersOf, type Members } from "./request-members.ts";

/** A request without its body. */
export type SketchedRequest = {
  readonly id: string;
  /** Equal for conversations that begin with the same words. */
  readonly asks: string;
  readonly headers: Members;
  /** Host, account and place of its endpoint, where they are recorded. */
  readonly route: string;
  /** The members of its body outside the prompt, its path and its breakpoints. */
  readonly members: Members;
  /** Digests of its prompt, without breakpoints and without white space between tokens. */
  readonly prompt: Readonly<Record<Segment, string>>;
  readonly body: string;
  readonly breakpoints: Readonly<Record<Segment, number>>;
};

/** What comparing two recordings needs of one, gathered while it is judged. It keeps no body. */
export class BuildSketch {
  readonly #requests = new Map<string, SketchedRequest>();
  readonly #known = new Map<string, Members>();

  see({ exchange, read }: JudgedExchange): void {
    if (read === null || this.#requests.has(exchange.id)) return;
    const { layout } = read;
    this.#requests.set(exchange.id, {
      id: exchange.id,
      asks: firstWords(layout),
      headers: this.#once(headersOf(exchange)),
      route: JSON.stringify([...routeOf(exchange)]),
      members: this.#once(membersOf(layout, exchange.path)),
      prompt: {
        tools: digestOf(layout, "tools"),
        system: digestOf(layout, "system"),
        messages: digestOf(layout, "messages"),
      },
      body: bodyDigest(exchange.request),
      breakpoints: {
        tools: marksIn(layout, "tools"),
        system: marksIn(layout, "system"),
        messages: marksIn(layout, "messages"),
      },
    });
  }

  requestOf(id: string): SketchedRequest | null {
    return this.#requests.get(id) ?? null;
  }

  /** Most requests of a client have the same headers and members. */
  #once(members: Members): Members {
    const key = JSON.stringify([...members]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, members);
    return members;
  }
}

function digestOf({ body, units }: Layout, segment: Segment): string {
  const hash = createHash("sha256");
  for (const unit of units) if (unit.segment === segment) hash.update(digestUnit(body, unit, false).digest);
  return hash.digest("base64url");
}

function marksIn({ units }: Layout, segment: Segment): number {
  return units.reduce(
    (sum, unit) => (unit.unit === "block" && unit.segment === segment ? sum + unit.marks.length : sum),
    0,
  );
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
