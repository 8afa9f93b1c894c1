import fc from "fast-check";
import { expect, it } from "vitest";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { type PairPlay, playPair, readsToEnd } from "../../harness/cache-model/play-pair.ts";
import { isLong, PROMPT_START, tokensAt } from "../../harness/cache-model/prompt/is-long.ts";
import { chainOf, type PromptChain } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { wires } from "../../harness/wires/list.ts";
import { toWire } from "../bench/to-wire.ts";
import { wireExchange } from "../support/wire-bodies.ts";

const MARK = { type: "ephemeral" };
const WORDS = "The importer keeps what it cannot read, and says so. ";

type Message = { readonly role: string; readonly content: readonly object[] };

const text = fc.integer({ min: 0, max: 120 }).map((words) => ({ type: "text", text: WORDS.repeat(words) }));
const thinking = fc.constant({ type: "thinking", thinking: WORDS.repeat(9), signature: "c2ln" });
const picture = fc.constant({ type: "image", source: { type: "url", url: "https://example.com/a.png" } });
const marked = fc.tuple(text, fc.constantFrom(MARK, { ...MARK, ttl: "1h" })).map(([block, mark]) => {
  return { ...block, cache_control: mark };
});
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({
    role: fc.constant("user"),
    content: fc.array(fc.oneof({ weight: 4, arbitrary: text }, picture, marked), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    role: fc.constant("assistant"),
    content: fc.tuple(fc.oneof({ weight: 4, arbitrary: text }, thinking), text).map((blocks) => [...blocks]),
  }),
);

/** What the child's body has other than its parent's. */
const EDITS = ["nothing", "marks", "tool", "added-tool", "system", "message", "dropped", "shortened"] as const;

/** A parent's prompt, what its child adds and changes, and what each says about a setting. */
const prompts = fc.record({
  model: fc.constantFrom("claude-sonnet-4-5", "claude-opus-4-6", "claude-haiku-4-5", "gpt-5.6", "gpt-4o", "somebody-1"),
  provider: fc.constantFrom("anthropic", "openai", "bedrock", "dashscope", "deepseek", "gemini"),
  system: fc.array(fc.oneof(text, marked), { minLength: 1, maxLength: 2 }),
  messages: fc.array(message, { minLength: 1, maxLength: 5 }),
  tail: fc.array(message, { maxLength: 2 }),
  edit: fc.constantFrom(...EDITS),
  at: fc.nat(4),
  settings: fc.constantFrom({}, { max_tokens: 9 }, { thinking: { type: "enabled", budget_tokens: 1024 } }),
  gapMs: fc.constantFrom(500, 5_000, 400_000, 4_000_000),
});

type Prompts = typeof prompts extends fc.Arbitrary<infer Value> ? Value : never;

function bodiesOf({ model, system, messages, tail, settings, edit, at }: Prompts): { parent: Buffer; child: Buffer } {
  const tool = { name: "read", description: WORDS.repeat(3), input_schema: { type: "object" } };
  const parent = { model, system, tools: [tool, { ...tool, name: "write" }], messages };
  const child = edited({ ...parent, ...settings, messages: [...messages, ...tail] }, edit, at % messages.length);
  return { parent: Buffer.from(JSON.stringify(parent)), child: Buffer.from(JSON.stringify(child)) };
}

type Body = {
  readonly tools: readonly object[];
  readonly system: readonly object[];
  readonly messages: readonly Message[];
};

function edited<Edited extends Body>(body: Edited, edit: (typeof EDITS)[number], at: number): Edited {
  const { tools, system, messages } = body;
  const other = { type: "text", text: "Another text stands here." };
  switch (edit) {
    case "nothing":
      return body;
    case "marks":
      return { ...body, messages: messages.map(({ role, content }) => ({ role, content: content.map(withMark) })) };
    case "tool":
      return { ...body, tools: tools.map((tool) => ({ ...tool, description: "Writes a file." })) };
    case "added-tool":
      return { ...body, tools: [...tools, { name: "find", description: WORDS, input_schema: { type: "object" } }] };
    case "system":
      return { ...body, system: [...system.slice(0, -1), other] };
    case "message":
      return { ...body, messages: messages.with(at, { role: "user", content: [other] }) };
    case "dropped":
      return { ...body, messages: messages.toSpliced(at, messages.length > 1 ? 1 : 0) };
    case "shortened":
      return { ...body, messages: messages.slice(0, at + 1) };
  }
}

/** The last block of a message is marked where it was not, and the other way round. */
function withMark(block: object, at: number, content: readonly object[]): object {
  const { cache_control, ...rest } = { cache_control: undefined, ...block };
  return at === content.length - 1 && cache_control === undefined ? { ...rest, cache_control: MARK } : rest;
}

it("on every wire format, an outlined pair says what the pair with all keys and lengths says", () => {
  const outlines: Record<string, number> = {};
  fc.assert(
    fc.property(fc.constantFrom(...wires), prompts, ({ name, parseLayout }, drawn) => {
      const bodies = onWire(name, bodiesOf(drawn));
      const play = (isKnown: boolean): PairPlay | null => {
        const parent = parseLayout(Buffer.from(bodies.parent));
        const times = { startedAtMs: 0, firstByteMs: 900 };
        const before = { layout: parent, model: drawn.model, ...times };
        const after = { ...before, layout: parseLayout(Buffer.from(bodies.child), parent), startedAtMs: drawn.gapMs };
        const rules = playPair(drawn.provider, before, after)?.rules;
        if (isKnown && rules !== undefined)
          chainOf(parent, { rules, tokens: estimateTokens, workspace: "", model: drawn.model });
        return playPair(drawn.provider, before, after);
      };
      const [outlined, whole] = [play(false), play(true)];
      expect(whole?.stored.isLong).toBeUndefined();
      if (outlined === null || whole === null || outlined.stored.isLong === undefined) return;
      outlines[drawn.edit] = (outlines[drawn.edit] ?? 0) + 1;
      expect(structureOf(outlined)).toEqual(structureOf(whole));
      expect(spansOf(outlined.stored, whole.stored)).toEqual(spansOf(whole.stored, whole.stored));
      expect(spansOf(outlined.asked, whole.asked)).toEqual(spansOf(whole.asked, whole.asked));
      expect(lengthsOf(outlined)).toEqual(lengthsOf(whole));
    }),
    { numRuns: 300 },
  );
  // Thinking of one side alone, and entries near the minimum, leave too few in a bad draw only.
  expect(EDITS.filter((edit) => (outlines[edit] ?? 0) < 10)).toEqual([]);
});

it("a judgement is the same document whether its prompts were counted before or not", () => {
  fc.assert(
    fc.property(fc.constantFrom(...wires), prompts, ({ name }, drawn) => {
      const bodies = onWire(name, bodiesOf(drawn));
      const parent = { ...wireExchange(name, bodies.parent, "1"), startedAtMs: 0, firstByteMs: 900 };
      const child = { ...wireExchange(name, bodies.child, "2"), startedAtMs: drawn.gapMs, firstByteMs: 900 };
      const pair = { parent, child, provider: drawn.provider };
      const first = JSON.stringify(judge(pair));
      // The ratio in the first document counted both prompts.
      expect(JSON.stringify(judge(pair))).toBe(first);
    }),
    { numRuns: 100 },
  );
});

/** Bodies of other wire formats have no marks and no thinking. */
function onWire(name: (typeof wires)[number]["name"], bodies: { parent: Buffer; child: Buffer }): typeof bodies {
  if (name === "anthropic-messages") return bodies;
  const plain = (body: Buffer): Buffer => Buffer.from(body.toString().replaceAll('"thinking":"', '"text":"'));
  const isText = ({ type }: { readonly type: string }): boolean => type === "text";
  const onlyTexts = (body: Buffer): Buffer => {
    const { messages, ...rest } = JSON.parse(String(plain(body)));
    const kept = messages.map(({ role, content }: { role: string; content: { type: string }[] }) => {
      return { role, content: content.filter(isText).map((block) => ({ ...block, cache_control: undefined })) };
    });
    return Buffer.from(JSON.stringify({ ...rest, messages: kept }));
  };
  return toWire(name, { parent: onlyTexts(bodies.parent), child: onlyTexts(bodies.child) });
}

function structureOf({ stored, asked, end, shared, isShared, prediction, hasExpired, ...play }: PairPlay): unknown {
  return {
    end: end?.pointer,
    shared,
    isShared,
    hit: [prediction.hit?.link, prediction.hit?.pointer, prediction.hit?.lookback],
    missed: prediction.missed?.because,
    uncacheable: prediction.uncacheable,
    hasExpired,
    timesKnown: play.timesKnown,
    toEnd: readsToEnd({ stored, asked, end, shared, isShared, prediction, hasExpired, ...play }),
    breakpoints: [stored.breakpoints, asked.breakpoints, stored.mode, asked.mode, stored.askedTtl],
    models: [stored.model, stored.modelIsKnown, stored.minimumTokens, stored.stepTokens, stored.grade],
    links: stored.links.map(({ pointer, position, role, kind, segment }) => [pointer, position, role, kind, segment]),
  };
}

function lengthsOf({ stored, asked, prediction, end }: PairPlay): unknown {
  const own = ({ head, total, links }: PromptChain): unknown => {
    return [head, total, links.map(({ tokens, promptBytes }) => [tokens, promptBytes])];
  };
  return [own(stored), own(asked), prediction.usage, prediction.hit?.tokens, prediction.missed?.tokens, end?.tokens];
}

/** Answers on either side of each length. */
function spansOf(chain: PromptChain, { links, ...whole }: PromptChain): readonly boolean[] {
  const places = [PROMPT_START, ...links.keys(), links.length];
  return places.flatMap((from) =>
    places
      .filter((to) => to > from)
      .flatMap((to) => {
        const length = tokensAt({ links, ...whole }, to) - tokensAt({ links, ...whole }, from);
        return [length, length + 1, length / 2].map((tokens) => isLong(chain, from, to, tokens));
      }),
  );
}
