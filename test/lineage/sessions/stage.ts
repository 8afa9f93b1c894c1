import { inSentOrder } from "../../../harness/cassette/in-sent-order.ts";
import type { RecordedResponse } from "../../../harness/kernel/exchange.ts";
import { type AnswerEntry, type Base, type Entry, withTexts } from "./base.ts";
import { useKey } from "./body-bugs.ts";
import type { Bug, Draft } from "./bug.ts";
import type { Chance } from "./chance.ts";
import type { Answer } from "./codec.ts";
import { copied, withStrings } from "./json.ts";
import type { Line } from "./line.ts";
import { streamed } from "./streams.ts";
import type { Sent, Session, Truth } from "./truth.ts";
import { Words } from "./words.ts";

/** What a recording of the session keeps. */
export type Kept = {
  readonly answers: boolean;
  readonly marks: boolean;
  /** Answers came as server-sent events. */
  readonly streams: boolean;
  /** The client writes answers down in its own way: texts without their last line break, arguments without spaces. */
  readonly rewritesAnswers: boolean;
  readonly times: "all" | "starts" | "none";
  /** Stored in another order than they were sent; the times show the order. */
  readonly isShuffled: boolean;
};

/** An answer that did not come whole. */
export type Failure = "refused" | "cut";

/** Sends requests and writes down what is true of each. */
export class Stage {
  readonly chance: Chance;
  readonly base: Base;
  readonly kept: Kept;
  readonly words: Words;
  /** Whether two conversations began with the same request. */
  hasTwins = false;
  readonly #sent: Sent[] = [];
  #isHurried = false;
  #clockMs = Date.UTC(2026, 10, 21, 9, 12);

  constructor(chance: Chance, base: Base, kept: Kept) {
    this.chance = chance;
    this.base = base;
    this.kept = kept;
    this.words = new Words(chance, base);
  }

  /** How many requests were sent. */
  get count(): number {
    return this.#sent.length;
  }

  /** Sends what a line says. Its answer is said next by the line, where it came whole. */
  ask(line: Line, said: Answer | AnswerEntry, failure: Failure | null = null): string {
    const id = String(this.#sent.length + 1);
    const answer = "kind" in said ? said : this.#spelled(said);
    const { text, draft, isBroken } = this.#written(line);
    this.#clockMs += this.#isHurried ? this.chance.int(1, 40) : this.chance.int(1_200, 3_000);
    const isTimed = this.kept.times !== "none";
    const truth: Truth = {
      parents: [line.last],
      relations: [line.last === null ? "root" : "turn"],
      shape: line.shape,
      isDeciding: false,
      undecidable: null,
      ...line.again,
      ...line.next,
      ...(line.last === null && line.next.parents === undefined ? { relations: ["root"] } : {}),
      bug: isBroken ? (line.bug?.name ?? null) : null,
    };
    this.#sent.push({
      exchange: {
        id,
        forkOf: null,
        method: "POST",
        path: draft.path,
        host: this.base.host,
        headers: draft.headers,
        request: Buffer.from(text),
        response: this.kept.answers ? this.#response(answer, failure) : null,
        startedAtMs: isTimed ? this.#clockMs : null,
        firstByteMs: this.kept.times === "all" ? this.chance.int(200, 900) : null,
        fidelity: "A",
      },
      truth,
    });
    line.last = id;
    line.root ??= id;
    line.next = {};
    // The provider stored nothing of a refused request: the same one again continues what it continued.
    const { parents, relations } = truth;
    line.again = failure === "refused" && this.kept.answers && parents[0] !== null ? { parents, relations } : {};
    if (failure === null) line.say(this.kept.rewritesAnswers ? trimmed(answer) : answer);
    return id;
  }

  /** Runs steps of several lines within a moment: each asks before the others are answered. */
  atOnce(steps: readonly ((() => void) | undefined)[]): void {
    steps.forEach((step, at) => {
      this.#isHurried = at > 0;
      step?.();
    });
    this.#isHurried = false;
  }

  /** Runs steps of several lines, each in its own order, mixed. */
  mix(...lines: readonly (readonly (() => void)[])[]): void {
    const left = lines.map((steps) => [...steps]).filter((steps) => steps.length > 0);
    while (left.length > 0) {
      const steps = this.chance.pick(left);
      steps.shift()?.();
      if (steps.length === 0) left.splice(left.indexOf(steps), 1);
    }
  }

  /** The truth of a request that was sent before, now that more is known. */
  correct(id: string, more: Partial<Truth>): void {
    const at = Number(id) - 1;
    const sent = this.#sent[at];
    if (sent !== undefined) this.#sent[at] = { ...sent, truth: { ...sent.truth, ...more } };
  }

  session(name: string): Session {
    const exchanges = new Map(this.#sent.map(({ exchange }) => [exchange.id, exchange]));
    const { answers, marks, times, isShuffled } = this.kept;
    const stored = isShuffled && times !== "none" ? this.chance.shuffled([...exchanges.keys()]) : [...exchanges.keys()];
    const order = inSentOrder(
      stored,
      stored.map((id) => exchanges.get(id)?.startedAtMs ?? null),
    );
    return {
      name,
      wire: this.base.codec.wire,
      base: this.base.name,
      kept: [answers ? "answers" : "no answers", marks ? "breakpoints" : "no breakpoints", `times ${times}`].join(", "),
      sent: this.#sent,
      recording: {
        name,
        format: "traffic",
        ...order,
        load: (id) => {
          const exchange = exchanges.get(id);
          if (exchange === undefined) throw new Error(`no exchange ${id}`);
          return exchange;
        },
      },
    };
  }

  #spelled(said: Answer): AnswerEntry {
    return { kind: "answer", items: this.base.codec.answer(said), recorded: null, said };
  }

  #response({ recorded, said }: AnswerEntry, failure: Failure | null): RecordedResponse {
    const json = { status: 200, contentType: "application/json", usageIsReal: false };
    if (failure === "refused") {
      const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
      return { ...json, status: 529, body: Buffer.from(JSON.stringify(error)) };
    }
    if (failure === null && recorded !== null) return { ...recorded, usageIsReal: false };
    const { codec, model } = this.base;
    const answer = said ?? { text: "Done.", thinking: null, calls: [] };
    const events = this.kept.streams || failure === "cut" ? streamed(codec.wire, answer, model) : null;
    const pieces = failure === "cut" ? (events?.slice(0, events.length >> 1) ?? []) : events;
    if (pieces !== null) return { ...json, contentType: "text/event-stream", body: Buffer.from(pieces.join("")) };
    const whole = codec.response(answer, model);
    const came = this.kept.rewritesAnswers ? withStrings(whole, spacedArguments) : whole;
    return { ...json, body: Buffer.from(JSON.stringify(came)) };
  }

  #written(line: Line): { readonly text: string; readonly draft: Draft; readonly isBroken: boolean } {
    const { bug } = line;
    const plain = this.#draft(line, line.entries, null);
    const asMeant = JSON.stringify(plain.body);
    if (bug === null) return { text: asMeant, draft: plain, isBroken: false };
    const entries = bug.entries?.(line.entries, line.inherited, this.base.codec) ?? line.entries;
    const draft = this.#draft(line, entries, bug);
    const text = bug.text?.(JSON.stringify(draft.body)) ?? JSON.stringify(draft.body);
    const isSame =
      text === asMeant && draft.path === plain.path && JSON.stringify(draft.headers) === JSON.stringify(plain.headers);
    return { text, draft, isBroken: !isSame || bug.isAlways === true };
  }

  #draft(line: Line, entries: readonly Entry[], bug: Bug | null): Draft {
    const { codec } = this.base;
    const items = copied(entries.flatMap((entry) => [...entry.items]));
    if (this.kept.marks) codec.mark(items);
    const draft: Draft = {
      body: { ...copied(line.envelope), [codec.list]: items },
      path: line.path,
      headers: line.headers,
      codec,
      number: this.#sent.length,
    };
    if (line.key !== null) useKey(draft, line.key);
    bug?.draft?.(draft);
    return draft;
  }
}

function trimmed(answer: AnswerEntry): AnswerEntry {
  return answer.recorded === null ? withTexts(answer, (text) => text.trimEnd()) : answer;
}

/** Models write a space behind a colon; most clients parse and write them anew. */
function spacedArguments(text: string, name: string): string {
  return name === "arguments" ? text.replaceAll('":', '": ') : text;
}
