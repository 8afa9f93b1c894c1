import { describe, expect, test } from "vitest";
import { playRounds, type ReportedRounds } from "../../harness/cache-model/engines/inner-rounds.ts";
import { createMarkedBlockCache } from "../../harness/cache-model/engines/marked-block-cache.ts";
import type { PredictedUsage } from "../../harness/cache-model/predicted-usage.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { ask, assistant, chainFrom, mark, say, user } from "./cache-session.ts";

type Json = { readonly [name: string]: unknown };
/** A round's prompt with the tokens behind its last block. */
type Round = readonly [body: Json, trailer: number];

const counts = ({ fresh, write, read }: PredictedUsage): readonly number[] => [fresh, write, read];

/** Requests to one cache, each with its rounds. */
function conversation(): {
  readonly play: (tells: "sum" | "last", first: Round, ...later: readonly Round[]) => ReportedRounds;
} {
  const cache = createMarkedBlockCache(anthropicRules);
  let nowMs = 0;
  const chain = ([body, trailer]: Round): ReturnType<typeof chainFrom> => chainFrom(body, trailer);
  return {
    play: (tells, first, ...later) => {
      nowMs += 1000;
      return playRounds(cache, [chain(first), ...later.map(chain)], { nowMs, tells });
    },
  };
}

const search: Json = { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: "harbour 30tok" } };
/** Results get a mark of five minutes from the provider, where the request has one at all. */
const found = (tokens: number, id: string, cache_control?: Json): Json => ({
  type: "web_search_tool_result",
  tool_use_id: id,
  content: [{ type: "web_search_result", title: `${tokens}tok`, url: "https://example.org", encrypted_content: "x" }],
  ...(cache_control && { cache_control }),
});

/** Ids and numbers: harness/cache-model/VECTORS.md; each counter is fresh, written, read. */
describe("rounds inside one request", () => {
  test("V51 a streamed web search reports the first round at the start and the sum at the end; the next request reads what it wrote", () => {
    const { play } = conversation();
    const haiku = (...messages: readonly Json[]): Json => ask({ model: "claude-haiku-4-5", messages });
    const asked = user(say("who", 2240, mark));
    const searched = play(
      "sum",
      [haiku(asked), 7],
      [haiku(user(say("who", 2240)), assistant(search, found(17_269 - 2240 - 30, "srv_1", mark))), 7],
    );
    expect(counts(searched.start)).toEqual([2247, 0, 0]);
    expect(counts(searched.end)).toEqual([2254, 17_269, 0]);
    const answered = assistant(search, found(17_269 - 2240 - 30, "srv_1"), say("it was", 20));
    const next = play("sum", [haiku(user(say("who", 2240)), answered, user(say("and", 17, mark))), 3]);
    expect(counts(next.end)).toEqual([3, 37, 17_269]);
  });

  test("V52 a loop of code execution with two steps per request reports sums as counters, and reads exceed the prompt", () => {
    const { play } = conversation();
    const run = (id: string, tokens: number, cache_control?: Json): readonly Json[] => [
      { type: "server_tool_use", id, name: "code_execution", input: { code: "1tok" } },
      { ...found(tokens - 1, id, cache_control), type: "code_execution_tool_result" },
    ];
    const one = user(say("u", 4332));
    const first = play(
      "sum",
      [ask({ messages: [user(say("u", 4332, mark))] }), 5],
      [ask({ messages: [one, assistant(...run("a", 181, mark))] }), 5],
    );
    expect(counts(first.end)).toEqual([10, 4513, 4332]);
    const grown = (cache_control?: Json): readonly Json[] => [
      one,
      assistant(...run("a", 181)),
      user(say("v", 108, cache_control)),
    ];
    const second = play(
      "sum",
      [ask({ messages: grown(mark) }), 2],
      [ask({ messages: [...grown(), assistant(...run("b", 129, mark))] }), 2],
    );
    expect(counts(second.end)).toEqual([4, 237, 9134]);
    expect(second.iterations.map(counts)).toEqual([
      [2, 108, 4513],
      [2, 129, 4513 + 108],
    ]);
  });

  test("V53 a compaction reports the compacting round at the start and the answer on the summary at the end, and lists both", () => {
    const { play } = conversation();
    const long = (trailer: number): Round => [ask({ messages: [user(say("history", 55_096, mark))] }), trailer];
    play("last", long(100));
    const compacted = play("last", long(100), [ask({ messages: [assistant(say("summary", 181, mark))] }), 0]);
    expect(counts(compacted.start)).toEqual([100, 0, 55_096]);
    expect(counts(compacted.end)).toEqual([181, 0, 0]);
    expect(compacted.iterations.map(counts)).toEqual([
      [100, 0, 55_096],
      [181, 0, 0],
    ]);
  });
});
