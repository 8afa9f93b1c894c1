import { AGENT, type Base, type Entry } from "./base.ts";
import type { Chance } from "./chance.ts";
import type { Answer, Call } from "./codec.ts";

const PREFIXES: Readonly<Record<string, string>> = {
  "anthropic-messages": "toolu_01Gen",
  "openai-chat": "call_gen",
  "openai-responses": "call_gen",
  "gemini-generate": "fc",
  "bedrock-converse": "tooluse_gen",
};

const AREAS = ["the retry loop", "the parser", "the config loader", "the queue", "the test helpers", "the changelog"];
const FILES = ["src/retry.ts", "src/parse.ts", "src/config.ts", "src/queue.ts", "test/helpers.ts", "README.md"];

/** What the model and the user say in a session. Much of it is said again and again, as real agents do. */
export class Words {
  readonly #chance: Chance;
  readonly #base: Base;
  #count = 0;

  constructor(chance: Chance, base: Base) {
    this.#chance = chance;
    this.#base = base;
  }

  /** An answer that makes one or two calls. */
  working(): Answer {
    const count = this.#chance.percent(25) ? 2 : 1;
    const calls = Array.from({ length: count }, () => {
      const path = this.#chance.pick(FILES);
      return this.#chance.percent(70)
        ? this.#call("read", { path })
        : this.#call("grep", { pattern: `limit${this.#chance.int(1, 9)}`, path });
    });
    const text = this.#chance.percent(30)
      ? null
      : this.#chance.pick(["Reading the file.", "I look at it.", `I check ${this.#area()}.`]);
    return { text, thinking: this.#thinking(), calls };
  }

  closing(): Answer {
    this.#count += 1;
    const text = `I looked at ${this.#area()}: ${this.#chance.int(2, 40)} lines matter, see note ${this.#count}.\n`;
    return { text, thinking: this.#thinking(), calls: [] };
  }

  /** An answer that gives tasks away; `isTold` when its calls say what the forks are to do, `reads` when it makes another call as well. */
  delegating(directives: readonly string[], isTold: boolean, reads = false): Answer {
    const tasks = directives.map((prompt, at) =>
      this.#call(AGENT, { description: `part ${at + 1}`, ...(isTold ? { prompt } : {}) }),
    );
    const calls = reads ? [...tasks, this.#call("read", { path: this.#chance.pick(FILES) })] : tasks;
    return { text: this.#chance.percent(80) ? "Forking a worker." : null, thinking: this.#thinking(), calls };
  }

  directive(): string {
    this.#count += 1;
    return `Inspect ${this.#area()} for part ${this.#count} of the task, change nothing, and report in three lines.`;
  }

  question(): string {
    this.#count += 1;
    return this.#chance.pick([
      `Now do the same for ${this.#area()} (${this.#count}).`,
      `Go on with point ${this.#count}.`,
    ]);
  }

  result(): string {
    return `${this.#chance.int(1, 99)}: export const limit = ${this.#chance.int(1, 9)};\n${this.#chance.int(100, 999)}: // see ${this.#chance.pick(FILES)}\n`;
  }

  /** The user's side of an answer: results of all its calls, or a question. */
  reply(answer: Answer, texts: readonly string[] | null = null, behind: string | null = null): Entry {
    const { codec, shape } = this.#base;
    const results = answer.calls.map((call, at) => ({ call, text: texts?.[at] ?? this.result() }));
    if (results.length > 0) return { kind: "reply", items: codec.results(results, behind) };
    return { kind: "reply", items: codec.user(behind ?? this.question(), shape) };
  }

  user(text: string): Entry {
    return { kind: "reply", items: this.#base.codec.user(text, this.#base.shape) };
  }

  #area(): string {
    return this.#chance.pick(AREAS);
  }

  #thinking(): string | null {
    this.#count += 1;
    return this.#base.thinks ? `Step ${this.#count}: what is known of ${this.#area()}?` : null;
  }

  #call(name: string, input: Call["input"]): Call {
    this.#count += 1;
    const id = this.#base.hasIds
      ? `${PREFIXES[this.#base.codec.wire] ?? "call_"}${String(this.#count).padStart(6, "0")}`
      : "";
    return { id, name, input };
  }
}
