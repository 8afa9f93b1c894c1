import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wires } from "../../harness/wires/list.ts";
import { recognise } from "../../harness/wires/recognise.ts";
import { messagesStart } from "../../harness/kernel/memo/fold-messages-memo.ts";
import type { Exchange, Recording } from "../../harness/kernel/exchange.ts";
import type { DialectName, Layout } from "../../harness/kernel/layout.ts";
import { judgeParsedPair, settled } from "../../harness/verdict/judge.ts";
import { type JudgedExchange, judgeRecording } from "../../harness/verdict/recording/judge-recording.ts";
import { LineageReader } from "../../harness/verdict/recording/lineage-reader.ts";
import { readRequest } from "../../harness/verdict/read-request.ts";
import { toWire } from "../bench/to-wire.ts";
import { wireExchange } from "../support/wire-bodies.ts";

/** `PROPERTY_RUNS=50` looks fifty times as often. */
const TIMES = Number(process.env["PROPERTY_RUNS"] ?? 1);

const names: readonly DialectName[] = wires.map(({ name }) => name);

type Part = Readonly<Record<string, unknown>>;
type Message = { readonly role: string; readonly content: readonly Part[] };

/** One request of a conversation: its messages, and what stands around them. */
type Sent = {
  readonly messages: readonly Message[];
  readonly system: string;
  readonly tools: number;
  /** Which of the last messages carry a mark. */
  readonly marks: number;
  /** Whether the messages are written before tools and system. */
  readonly messagesFirst: boolean;
  readonly note: string;
};

const OPENING: Sent = {
  messages: [{ role: "user", content: [{ type: "text", text: "Go through the modules." }] }],
  system: "You review code, and say what is wrong with it.",
  tools: 2,
  marks: 1,
  messagesFirst: false,
  note: "",
};

/** How a request follows from one before it: `of` says which, counted from the last; `n` where and what. */
type Step = { readonly how: (typeof HOWS)[number]; readonly of: number; readonly n: number };

const HOWS = [
  "grow",
  "grow",
  "grow",
  "grow",
  "repeat",
  "empty",
  "cut",
  "return",
  "edit",
  "resize",
  "mark",
  "tools",
  "system",
  "turn",
  "note",
] as const;

const steps = fc.array(
  fc.record({
    how: fc.constantFrom(...HOWS),
    of: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(6) }),
    n: fc.nat(40),
  }),
  { minLength: 3, maxLength: 14 },
);

function follow(sent: Sent, { how, n }: Step, at: number): Sent {
  const { messages } = sent;
  switch (how) {
    case "grow":
      return { ...sent, messages: [...messages, ...turn(n, at)] };
    case "repeat":
      return sent;
    case "empty":
      return { ...sent, messages: [...messages, { role: "assistant", content: [] }, ...turn(n, at)] };
    case "cut":
      return { ...sent, messages: messages.length > 3 ? [...messages.slice(0, 1), ...messages.slice(3)] : messages };
    case "return":
      return { ...sent, messages: messages.slice(0, 1 + (n % messages.length)) };
    case "edit":
    case "resize": {
      const which = n % messages.length;
      const text = how === "edit" ? `note ${String(n).padStart(4, "0")}` : "note".repeat(1 + (n % 5));
      const edited = messages.map((message, index) =>
        index === which ? { ...message, content: [{ type: "text", text }] } : message,
      );
      return { ...sent, messages: [...edited, ...turn(n, at)] };
    }
    case "mark":
      return { ...sent, marks: n % 4 };
    case "tools":
      return { ...sent, tools: 1 + (n % 3) };
    case "system":
      return { ...sent, system: `${OPENING.system} It is ${n % 3} o'clock.` };
    case "turn":
      return { ...sent, messagesFirst: !sent.messagesFirst };
    case "note":
      return { ...sent, note: "x".repeat(n % 3) };
  }
}

/** The model's answer and its results: mostly one call, sometimes several or no call. */
function turn(n: number, at: number): readonly Message[] {
  const calls = [1, 1, 1, 2, 0][n % 5] ?? 1;
  const ids = Array.from({ length: calls }, (_, nth) => `call_${at}_${nth}`);
  const said = { type: "text", text: `Step ${n}: I look at "module" ${at}.\n` };
  const uses = ids.map((id) => ({ type: "tool_use", id, name: "read", input: { path: `src/${n}.ts` } }));
  const results = ids.map((id) => ({ type: "tool_result", tool_use_id: id, content: `content ${n} `.repeat(60) }));
  return [
    { role: "assistant", content: [said, ...uses] },
    { role: "user", content: results.length > 0 ? results : [{ type: "text", text: `and ${n}?` }] },
  ];
}

function bodyOf(dialect: DialectName, { messages, system, tools, marks, messagesFirst, note }: Sent): Buffer {
  const mark = dialect === "anthropic-messages" ? { cache_control: { type: "ephemeral" } } : {};
  const marked = messages.map((message, at) => {
    const [block, ...others] = message.content;
    const isMarked = at >= messages.length - marks && block !== undefined;
    return isMarked ? { ...message, content: [{ ...block, ...mark }, ...others] } : message;
  });
  const declared = Array.from({ length: tools }, (_, tool) => ({
    name: `tool_${tool}`,
    description: "Reads a file. ".repeat(40),
    input_schema: { type: "object", properties: {} },
  }));
  const prompt = { system: [{ type: "text", text: system }], tools: declared };
  const model = "claude-sonnet-4-5";
  const body = messagesFirst
    ? { model, messages: marked, ...prompt, metadata: { note } }
    : { model, metadata: { note }, ...prompt, messages: marked };
  const bytes = Buffer.from(JSON.stringify(body));
  const wired = toWire(dialect, { parent: bytes, child: bytes }).parent;
  if (!messagesFirst || dialect === "anthropic-messages") return wired;
  return Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(String(wired))).reverse())));
}

function record(dialect: DialectName, taken: readonly Step[]): readonly Exchange[] {
  const sent = [OPENING];
  for (const [at, step] of taken.entries())
    sent.push(follow(sent.at(-1 - (step.of % sent.length)) ?? OPENING, step, at));
  return sent.map((each, at) => ({
    ...wireExchange(dialect, bodyOf(dialect, each), String(at)),
    startedAtMs: at * 5_000,
    firstByteMs: 900,
  }));
}

function recordingOf(exchanges: readonly Exchange[]): Recording {
  const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
  const load = (id: string): Exchange => {
    const exchange = byId.get(id);
    if (exchange === undefined) throw new Error(`no exchange ${id}`);
    return exchange;
  };
  return { name: "steps", format: "traffic", ids: [...byId.keys()], load };
}

/** The same exchange in bytes of its own, of which nothing is known. */
function afresh(exchange: Exchange): Exchange {
  return { ...exchange, request: Buffer.from(exchange.request) };
}

function layoutAfresh(exchange: Exchange): Layout {
  const own = afresh(exchange);
  const dialect = recognise(own);
  if (dialect === null) throw new Error(`exchange ${own.id} is on no wire`);
  return dialect.parseLayout(own.request);
}

/** Message units that two layouts share never follow a unit that they do not share. */
function sharesHeadAlone(left: Layout, right: Layout): boolean {
  const [ours = [], theirs = []] = [left, right].map(({ units }) => units.slice(messagesStart(units)));
  const parted = ours.findIndex((unit, at) => unit !== theirs[at]);
  const others = new Set(theirs);
  return parted === -1 || ours.slice(parted).every((unit) => !others.has(unit));
}

describe("requests that repeat one another get the same judgement as each alone", () => {
  it.each(names)("on %s", (dialect) => {
    let [judged, reused] = [0, 0];
    fc.assert(
      fc.property(steps, (taken) => {
        const exchanges = record(dialect, taken);
        const byId = new Map(exchanges.map((exchange) => [exchange.id, exchange]));
        const lineage = new LineageReader(recordingOf(exchanges));
        const seen: JudgedExchange[] = [...judgeRecording(recordingOf(exchanges))];
        let last: Layout | null = null;
        const given = new Set<string>();
        for (const { exchange, read } of seen) {
          expect(read).not.toBeNull();
          if (read === null) continue;
          const { layout, descent, judgement } = read;
          const own = layoutAfresh(exchange);
          expect(layout).toEqual(own);
          // Whose parent showed itself later is given again at the end.
          const isLate = given.has(exchange.id);
          given.add(exchange.id);
          expect(descent).toEqual(isLate ? lineage.settled().get(exchange.id) : lineage.add(exchange, own));
          if (last !== null) expect(sharesHeadAlone(last, layout)).toBe(true);
          reused += layout.units.filter((unit) => last?.units.includes(unit)).length;
          last = layout;
          const parent = byId.get(descent.parent ?? "");
          if (parent === undefined || judgement === null) continue;
          const pair = { parent: afresh(parent), child: afresh(exchange) };
          const alone = judgeParsedPair(pair, readRequest(pair.parent), readRequest(pair.child));
          // What a break costs hangs on what its parent would have been, which a pair alone does not know.
          const { breakCost: told, ...rest } = settled(judgement);
          const { breakCost, ...restAlone } = settled(alone);
          expect(rest).toEqual(restAlone);
          // Without counters a request of a recording may read what an older one left.
          if ((told?.prompt.read ?? 0) <= (breakCost?.prompt.read ?? 0))
            expect(told?.prompt).toEqual(breakCost?.prompt);
          judged += 1;
        }
      }),
      { numRuns: 20 * TIMES },
    );
    expect(judged).toBeGreaterThan(100 * TIMES);
    expect(reused).toBeGreaterThan(500 * TIMES);
  });
});
