import { describe, expect, test } from "vitest";
import { cacheScope } from "../../../harness/cache-model/cache-scope.ts";
import { createPromptCache } from "../../../harness/cache-model/engines/create-prompt-cache.ts";
import { estimateTokens } from "../../../harness/cache-model/estimate-tokens.ts";
import { rulesFor } from "../../../harness/cache-model/play-pair.ts";
import { chainOf } from "../../../harness/cache-model/prompt/prompt-chain.ts";
import { answeredWith } from "../../../harness/diagnosis/facts/long-example.ts";
import { anthropicMessages } from "../../../harness/wires/anthropic-messages/wire.ts";
import type { Header } from "../../../harness/kernel/exchange.ts";
import type { JudgedRecording } from "../../../harness/kernel/inspection/inspection.ts";
import type { JsonObject } from "../../lineage/sessions/json.ts";
import { noRecordings } from "../../support/recorded-requests.ts";
import { type RealBody, realBodies } from "./real-bodies.ts";
import { causesAt, inspectSent, markedAtEnd, type Sent, sentOf, turnsOf } from "./sessions.ts";

const bodies = noRecordings === null ? realBodies() : [];
const of = (...wires: readonly string[]): readonly (readonly [string, RealBody])[] =>
  bodies.flatMap((real) => (wires.includes(real.wire) ? [[real.name.slice(0, 90), real] as const] : []));

describe.skipIf(noRecordings !== null)("a breakpoint on a block that the next request does not send is CB505", () => {
  const CLAUDE = { "openai-chat": { provider: "openrouter", model: "anthropic/claude-sonnet-4.5" } } as const;

  // A conversation that was compacted goes on from its summary.
  const marked = of("anthropic-messages", "openai-chat", "bedrock-converse").filter(
    ([name]) => !name.includes("compaction"),
  );

  test.each(marked)("in the recording %s", (_name, real) => {
    const { codec } = real;
    const { provider, model = null } = real.wire === "openai-chat" ? CLAUDE[real.wire] : {};
    const turns = turnsOf(real, 4);
    const status = (at: number): JsonObject[] => codec.user(`<status>\nOpen files: ${at}\n</status>`, "block");
    const session = (kept: boolean): JudgedRecording => {
      const sent = turns.map((turn, at): Sent => {
        const items = kept ? [...turn] : [...turn, ...status(at)];
        const { body } = sentOf(real, markedAtEnd(real, items));
        const { cache_control: _, ...rest } = body;
        return { body: model === null ? rest : { ...rest, model } };
      });
      return inspectSent(real, sent, provider);
    };
    const said = causesAt(session(false)).map((codes) => codes.filter((code) => code === "CB505"));
    expect(said.flat().length).toBeGreaterThanOrEqual(2);
    expect(said[0]).toEqual([]);
    expect(causesAt(session(true)).flat()).not.toContain("CB505");
  });
});

describe.skipIf(noRecordings !== null)("a turn without its session's header is CB604", () => {
  const HEADERS: Readonly<Record<string, readonly (readonly [provider: string | null, ...Header])[]>> = {
    "openai-responses": [
      ["openai-codex", "session-id", "s"],
      ["dashscope", "x-dashscope-session-cache", "enable"],
      // A loopback address hides the provider.
      [null, "session_id", "s"],
    ],
    "openai-chat": [
      ["xai", "x-grok-conv-id", "c"],
      ["dashscope", "X-DashScope-CacheControl", "enable"],
    ],
    "anthropic-messages": [["dashscope", "x-dashscope-cachecontrol", "enable"]],
  };

  test.each(of(...Object.keys(HEADERS)))("in the recording %s", (_name, real) => {
    for (const [provider, ...header] of HEADERS[real.wire] ?? []) {
      if (provider === null && real.exchange.host?.startsWith("127.0.0.1") !== true) continue;
      const others: readonly Header[] = [["user-agent", "agent/1.0"]];
      const session = (isSent: (at: number) => boolean): readonly (readonly string[])[] => {
        const sent = turnsOf(real, 4).map((items, at) =>
          sentOf(real, items, { headers: isSent(at) ? [...others, header] : others }),
        );
        return causesAt(inspectSent(real, sent, provider ?? undefined)).map((codes) =>
          codes.filter((code) => code.startsWith("CB6")),
        );
      };
      expect(session((at) => at !== 2)).toEqual([[], [], ["CB604"], expect.anything()]);
      expect(session(() => true).flat()).toEqual([]);
    }
  });
});

describe.skipIf(noRecordings !== null)("a session on a cache that follows the provider's rules", () => {
  const [real] = bodies.filter(({ name }) => name.startsWith("qwen-code/two-turns"));

  /** What each request read and stored, by a cache of the provider's rules: the judge sees the counters alone. */
  function played(
    letters: readonly string[],
    change: (letter: string) => { readonly headers?: readonly Header[]; readonly model?: string },
  ): JudgedRecording {
    const rules = rulesFor("anthropic", {
      layout: anthropicMessages.parseLayout(Buffer.from("{}")),
      model: "claude-sonnet-4-5",
      startedAtMs: 0,
      firstByteMs: 0,
    })!;
    const cache = createPromptCache(rules);
    const sent = letters.map((letter, at): Sent => {
      const { headers = [["user-agent", "agent/1.0"]], model = "claude-sonnet-4-5" } = change(letter);
      const { body } = sentOf(real!, markedAtEnd(real!, turnsOf(real!, letters.length)[at]!));
      const layout = anthropicMessages.parseLayout(Buffer.from(JSON.stringify({ ...body, model })));
      const workspace = cacheScope({ id: String(at), headers }, rules);
      const prediction = cache.predict(
        chainOf(layout, { rules, tokens: estimateTokens, workspace, model }),
        at * 20_000,
      );
      cache.commit(prediction, at * 20_000 + 100);
      const { read, write, fresh } = prediction.usage;
      return {
        body: { ...body, model },
        headers,
        startedAtMs: at * 20_000,
        firstByteMs: 100,
        response: answeredWith({ read, write, fresh }),
      };
    });
    return inspectSent(real!, sent);
  }

  test("has a flapping beta header as the one cause of each shorter read", () => {
    const beta: readonly Header[] = [["anthropic-beta", "interleaved-thinking-2025-05-14"]];
    const flapping = played(["A", "B", "A", "B", "A", "B", "A", "B", "A", "B", "A", "B"], (letter) =>
      letter === "A" ? {} : { headers: beta },
    );
    expect(causesAt(flapping)).toEqual([[], ...Array.from({ length: 11 }, () => ["CB105"])]);
    expect(causesAt(played(["A", "A", "A", "A"], () => ({ headers: beta }))).flat()).toEqual([]);
  });

  test.each([
    [
      ["A", "A", "B", "A"],
      [[], [], ["CB101"], ["CB101"]],
      ["turn", "turn"],
    ],
    [
      ["A", "A", "B", "B", "A", "A"],
      [[], [], ["CB101"], [], ["CB101"], []],
      ["turn", "turn", "turn", "turn"],
    ],
    [
      ["A", "A", "A", "A"],
      [[], [], [], []],
      ["turn", "turn"],
    ],
  ])(
    "with the models %s has a cause at the switch to the other model and at the switch back",
    (letters, causes, relations) => {
      const inspection = played(letters, (letter) => (letter === "A" ? {} : { model: "claude-opus-4-1" }));
      expect(causesAt(inspection)).toEqual(causes);
      expect(inspection.exchanges.map(({ parent }) => parent)).toEqual([
        null,
        ...letters.slice(1).map((_, at) => String(at + 1)),
      ]);
      expect(inspection.exchanges.slice(2).map(({ relation }) => relation)).toEqual(relations);
    },
  );
});
