import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";

type Block = { readonly type: string; readonly [member: string]: unknown };
type Message = { readonly role: "user" | "assistant"; readonly content: readonly Block[] };

/** Who asks, what it says so far, and its latest request with the answer to it. */
type Talk = {
  readonly system: string;
  readonly tools: readonly string[];
  said: readonly Message[];
  last: number;
  answer: Message;
};

/** Who goes on, by a number modulo all conversations, and how. */
type Move = { readonly who: number; readonly how: (typeof moves)[number] };

const moves = ["turn", "turn", "turn", "fork", "retry", "task", "ask", "cut", "trim", "interrupt"] as const;

const steps = fc.array(fc.record({ who: fc.nat({ max: 4 }), how: fc.constantFrom(...moves) }), {
  minLength: 12,
  maxLength: 30,
});

describe.each([true, false])("the lineage of random recordings, with answers and times recorded: %s", (isWatched) => {
  it("gives every request of conversations, forks, tasks, cuts and summaries its parent and its relation", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(steps, (each) => {
        const world = new World(isWatched);
        for (const move of each) if (world.go(move)) seen.add(move.how);
        const { exchanges } = inspectRecording(world.recording());
        expect(exchanges.map(({ parent, relation }) => `${parent} ${shown(relation)}`)).toEqual(world.expected);
      }),
      { numRuns: 40 },
    );
    // Only the times distinguish a request without an answer from a fork that never got it; a task is found where its giver continues.
    const told = new Set(moves.filter((how) => isWatched || (how !== "interrupt" && how !== "task")));
    expect(seen).toEqual(told);
  });
});

/** Which of two that go on is the main line is settled by the order; here it is enough that they go on. */
function shown(relation: string): string {
  return relation === "branch" ? "turn" : relation;
}

class World {
  readonly expected: string[] = [];
  readonly #exchanges: Exchange[] = [];
  readonly #talks: Talk[] = [];
  readonly #isWatched: boolean;
  /** Tasks that were begun: sent twice, one is a retry. */
  readonly #begun = new Set<unknown>();
  #words = 0;

  constructor(isWatched: boolean) {
    this.#isWatched = isWatched;
    const talk = {
      system: "You write code.",
      tools: ["agent", "read"],
      said: [this.#user()],
      last: 0,
      answer: this.#model(),
    };
    this.#talks.push(talk);
    this.#send(talk, null, "root");
  }

  /** Whether the move could be made. */
  go({ who, how }: Move): boolean {
    const talk = this.#talks[who % this.#talks.length];
    if (talk === undefined) return false;
    const { said, answer, last } = talk;
    const whole = [...said, answer, this.#user()];
    switch (how) {
      case "turn":
        return this.#goOn(talk, whole);
      case "retry":
        return this.#askAgain(talk);
      case "interrupt":
        return this.#isWatched && this.#goOn(talk, [...said, this.#user()]);
      case "fork":
        return this.#begin({ ...talk, tools: talk.tools.slice(0, 1 + (who % 2)), said: whole }, last, "turn");
      case "task": {
        const [, call] = answer.content;
        if (!this.#isWatched || call === undefined || talk.tools.length === 0 || this.#begun.has(call)) return false;
        this.#begun.add(call);
        const task = { role: "user", content: [text(String(call["input"]))] } as const;
        return this.#begin({ ...talk, system: `You were sent by ${last}.`, tools: [], said: [task] }, last, "fresh");
      }
      case "ask": {
        if (said.length < 5) return false;
        const request = { role: "user", content: [text("Please write a summary of this conversation.")] } as const;
        this.#send({ ...talk, said: [...said, answer, request] }, last, "compaction");
        talk.said = [{ role: "user", content: [text(`Of what was done so far: ${this.#word()}`)] }];
        this.#send(talk, last, "compaction");
        return true;
      }
      case "cut":
        return said.length > 6 && this.#goOn(talk, whole.slice(2 * (1 + (who % 2))));
      case "trim":
        return (
          said.length > 6 &&
          this.#goOn(
            talk,
            whole.map((message, at) => (at < whole.length - 5 ? trimmed(message) : message)),
          )
        );
    }
  }

  recording(): Recording {
    const byId = new Map(this.#exchanges.map((exchange) => [exchange.id, exchange]));
    const load = (id: string): Exchange => {
      const exchange = byId.get(id);
      if (exchange === undefined) throw new Error(`no exchange ${id}`);
      return exchange;
    };
    return { name: "world", format: "traffic", ids: [...byId.keys()], load };
  }

  /** What got its answer and is asked again is another continuation of the same request. */
  #askAgain(talk: Talk): boolean {
    const [parent = "null", relation = ""] = this.expected[talk.last - 1]?.split(" ") ?? [];
    const isSample = this.#isWatched && parent !== "null" && relation === "turn";
    this.#send(talk, isSample ? Number(parent) : talk.last, "turn");
    return true;
  }

  #goOn(talk: Talk, said: readonly Message[]): boolean {
    talk.said = said;
    this.#send(talk, talk.last, "turn");
    return true;
  }

  #begin(talk: Talk, parent: number, relation: string): boolean {
    if (this.#talks.length === 5) return false;
    this.#talks.push(talk);
    this.#send(talk, parent, relation);
    return true;
  }

  #send(talk: Talk, parent: number | null, relation: string): void {
    const id = this.#exchanges.length + 1;
    const { system, said, tools } = talk;
    const named = tools.map((name) => ({ name, input_schema: { type: "object" } }));
    const answer = this.#model();
    this.expected.push(`${parent} ${relation}`);
    this.#exchanges.push({
      id: String(id),
      forkOf: null,
      method: "POST",
      path: "/v1/messages",
      host: null,
      headers: [],
      request: Buffer.from(
        JSON.stringify({ model: "claude-sonnet-4-5", max_tokens: 100, tools: named, system, messages: said }),
      ),
      response: this.#isWatched
        ? {
            status: 200,
            contentType: "application/json",
            body: Buffer.from(JSON.stringify(answer)),
            usageIsReal: false,
          }
        : null,
      startedAtMs: this.#isWatched ? id * 1_000 : null,
      firstByteMs: this.#isWatched ? 10 : null,
      fidelity: "A",
    });
    talk.last = id;
    talk.answer = answer;
  }

  #user(): Message {
    return { role: "user", content: [text(this.#word())] };
  }

  #model(): Message {
    const call = { type: "tool_use", id: `toolu_${this.#words}`, name: "agent", input: `Look after ${this.#word()}` };
    return { role: "assistant", content: [text(this.#word()), call] };
  }

  #word(): string {
    this.#words += 1;
    return `the matter of number ${this.#words}`;
  }
}

function text(words: string): Block {
  return { type: "text", text: words };
}

function trimmed({ role, content }: Message): Message {
  return role === "user" ? { role, content: [text("[cleared]")] } : { role, content };
}
