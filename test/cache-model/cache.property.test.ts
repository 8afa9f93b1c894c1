import * as fc from "fast-check";
import { expect, test } from "vitest";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { createMarkedBlockCache } from "../../harness/cache-model/engines/marked-block-cache.ts";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { parseLayout } from "../../harness/wires/anthropic-messages/parse-layout.ts";
import { ask, chainFrom, counts, mark, mark1h, say, session } from "./cache-session.ts";

type Json = { readonly [name: string]: unknown };
type Block = { readonly name: string; readonly tokens: number; readonly mark: Json | undefined };

const block: fc.Arbitrary<Block> = fc.record({
  name: fc.constantFrom("a", "b", "c"),
  tokens: fc.integer({ min: 1, max: 900 }),
  mark: fc.constantFrom(undefined, undefined, mark, mark1h),
});
const blocks = fc.array(block, { minLength: 1, maxLength: 30 });

/** Messages change their role at every fifth block, so that prefixes cross messages. */
function bodyOf(given: readonly Block[]): Json {
  const messages: Json[] = [];
  for (let at = 0; at < given.length; at += 5) {
    const content = given.slice(at, at + 5).map(({ name, tokens, mark }) => say(name, tokens, mark));
    messages.push({ role: messages.length % 2 === 0 ? "user" : "assistant", content });
  }
  return ask({ messages });
}

const step = fc.record({
  blocks,
  atMs: fc.integer({ min: 0, max: 8_000_000 }),
  firstByteAfterMs: fc.integer({ min: 0, max: 400_000 }),
  refused: fc.boolean(),
});

test("read, write and fresh sum to the whole prompt, for any sequence and clock", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), fc.nat(9), (steps, trailer) => {
      const { predict, commit } = session({ trailer });
      for (const { blocks, atMs, firstByteAfterMs, refused } of steps) {
        const prediction = predict(bodyOf(blocks), atMs);
        const { read, write, fresh, total, writeByTtl } = prediction.usage;
        expect(Math.min(read, write, fresh)).toBeGreaterThanOrEqual(0);
        expect(read + write + fresh).toBe(total);
        expect(total).toBe(blocks.reduce((sum, { tokens }) => sum + tokens, trailer));
        expect(Object.values(writeByTtl).reduce((sum, tokens) => sum + tokens, 0)).toBe(write);
        if (!refused) commit(prediction, atMs + firstByteAfterMs);
      }
    }),
  );
});

test("a read comes only from content that a started response wrote and that is still alive", () => {
  const turn = fc.record({
    length: fc.integer({ min: 1, max: 12 }),
    waitMs: fc.nat(400_000),
    slowMs: fc.nat(300_000),
    ttl: fc.constantFrom(mark, mark1h),
  });
  fc.assert(
    fc.property(fc.array(block, { minLength: 12, maxLength: 12 }), fc.array(turn), (conversation, turns) => {
      const { predict, commit } = session();
      /** Kept apart from the engine's keys and lifetimes: one row for each time a prefix was bought or read. */
      const known: { prefix: string; startMs: number; readableMs: number; ttlMs: number }[] = [];
      let now = 0;
      for (const { length, waitMs, slowMs, ttl } of turns) {
        now += waitMs;
        const given = conversation.slice(0, length).map((each) => ({ ...each, mark: undefined }));
        const prediction = predict(bodyOf([...given.slice(0, -1), { ...given.at(-1)!, mark: ttl }]), now);
        const found = prefixOf(given.slice(0, (prediction.hit?.link ?? -1) + 1));
        const source = known.filter(({ prefix }) => prefix === found);
        const isAlive = source.some((row) => row.readableMs <= now && now < row.startMs + row.ttlMs);
        expect(prediction.hit === null || isAlive).toBe(true);

        commit(prediction, now + slowMs);
        const ttlMs = Math.max(0, ...source.map((row) => row.ttlMs));
        if (prediction.hit !== null) known.push({ prefix: found, startMs: now, readableMs: now, ttlMs });
        const bought = ttl === mark ? 300_000 : 3_600_000;
        known.push({ prefix: prefixOf(given), startMs: now, readableMs: now + slowMs, ttlMs: bought });
      }
    }),
  );
});

function prefixOf(given: readonly Block[]): string {
  return JSON.stringify(given.map(({ name, tokens }) => [name, tokens]));
}

test("a longer shared prefix never reads less", () => {
  fc.assert(
    fc.property(blocks, fc.nat(30), fc.nat(30), (parent, one, two) => {
      const [less, more] = [Math.min(one, two), Math.max(one, two)];
      const sharing = (count: number): readonly Block[] =>
        parent.map((each, index) => (index < count ? each : { ...each, name: `fork ${each.name}` }));
      const read = (fork: readonly Block[]): number | undefined => {
        const { send } = session();
        send(bodyOf(parent), 0);
        return send(bodyOf(fork), 10)[2];
      };
      expect(read(sharing(more))).toBeGreaterThanOrEqual(read(sharing(less)) ?? 0);
    }),
  );
});

test("moving only breakpoints changes no key and no length, in compact and in pretty JSON", () => {
  fc.assert(
    fc.property(blocks, fc.array(fc.constantFrom(undefined, mark, mark1h)), fc.nat(4), (given, marks, indent) => {
      const moved = given.map((each, index) => ({ ...each, mark: marks[index] }));
      const links = (each: readonly Block[], space: number): unknown =>
        chainOf(parseLayout(Buffer.from(JSON.stringify(bodyOf(each), null, space))), {
          rules: anthropicRules,
          tokens: estimateTokens,
          workspace: "w",
        }).links.map(({ key, tokens, position }) => [key, tokens, position]);
      expect(links(moved, indent)).toEqual(links(given, 0));
    }),
  );
});

test("an additional breakpoint never lowers the read", () => {
  fc.assert(
    fc.property(blocks, blocks, fc.nat(29), (parent, child, at) => {
      const { send, predict } = session();
      send(bodyOf(parent), 0);
      const marked = child.map((each, index) => (index === at ? { ...each, mark: each.mark ?? mark } : each));
      expect(predict(bodyOf(marked), 10).usage.read).toBeGreaterThanOrEqual(predict(bodyOf(child), 10).usage.read);
    }),
  );
});

test("an identical request in time writes nothing; another block anywhere limits the read", () => {
  fc.assert(
    fc.property(blocks, fc.nat(29), (given, edit) => {
      const { send, predict } = session();
      send(bodyOf(given), 0);
      const repeat = predict(bodyOf(given), 1000);
      expect(counts(repeat)[1]).toBe(0);
      const place = edit % given.length;
      const edited = given.map((each, index) => (index === place ? { ...each, name: "edited" } : each));
      const before = chainFrom(bodyOf(given)).links[place - 1]?.tokens ?? 0;
      expect(predict(bodyOf(edited), 1000).usage.read).toBeLessThanOrEqual(before);
    }),
  );
});

test("the memory holds only live entries", () => {
  const cache = createMarkedBlockCache(anthropicRules);
  const lone = (index: number): Json => ask({ messages: [{ role: "user", content: [say(`n${index}`, 2000, mark)] }] });
  for (let index = 0; index < 3000; index += 1) {
    const prediction = cache.predict(chainFrom(lone(index)), index * 10_000);
    cache.commit(prediction, index * 10_000 + 1);
  }
  const last = cache.predict(chainFrom(lone(2999)), 2999 * 10_000 + 2);
  expect(last.usage.read).toBe(2000);
  expect(cache.predict(chainFrom(lone(0)), 2999 * 10_000).missed, "swept long ago").toBe(null);
});
