import { describe, expect, test } from "vitest";
import { openRecording } from "../../harness/cassette/open-recording.ts";
import { createPromptCache } from "../../harness/cache-model/engines/create-prompt-cache.ts";
import { estimateTokens } from "../../harness/cache-model/estimate-tokens.ts";
import { findModelRule } from "../../harness/providers/rules/find-model-rule.ts";
import { chainOf } from "../../harness/cache-model/prompt/prompt-chain.ts";
import { anthropicRules } from "../../harness/providers/anthropic/cache-rules.ts";
import { answeredWith } from "../../harness/diagnosis/facts/long-example.ts";
import { recognise } from "../../harness/wires/recognise.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { InspectedExchange } from "../../harness/kernel/inspection/inspection.ts";
import { inspectRecording } from "../../harness/verdict/recording/inspect-recording.ts";
import { isPartOfConversation } from "../../harness/verdict/recording/why-unread.ts";
import { recordingOf } from "../diagnosis/inspect-example.ts";
import { groundTruthFiles, noRecordings, recordingFiles } from "../support/recorded-requests.ts";

type Json = { [name: string]: unknown };

function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([name]) => name !== "cache_control");
  return Object.fromEntries(members.map(([name, member]) => [name, withoutMarks(member)]));
}

function withoutMessageMarks(body: Json): Json {
  const messages = withoutMarks(body["messages"]);
  return { ...body, messages, cache_control: null };
}

/** Where the client forgets its breakpoints: what becomes of its n-th body. */
const forgets: readonly (readonly [string, (body: Json, at: number) => unknown])[] = [
  ["every request", withoutMarks],
  ["the messages of every request", withoutMessageMarks],
  ["the messages from the third request on", (body, at) => (at < 2 ? body : withoutMessageMarks(body))],
];

/** A file's requests on Anthropic's wire, changed, each answered as a cache that keeps the rules would. */
function replayed(file: string, change: (body: Json, at: number) => unknown): readonly Exchange[] {
  const recording = openRecording(file);
  const cache = createPromptCache(anthropicRules);
  const exchanges = recording.ids.map((id) => recording.load(id));
  const asked = exchanges.filter(
    (each) => isPartOfConversation(each) && recognise(each)?.name === "anthropic-messages",
  );
  return asked.map((exchange, at) => {
    const request = Buffer.from(JSON.stringify(change(JSON.parse(exchange.request.toString()), at)));
    const layout = recognise({ ...exchange, request })!.parseLayout(request);
    const prediction = cache.predict(
      chainOf(layout, { rules: anthropicRules, tokens: estimateTokens, workspace: "" }),
      at * 5_000,
    );
    cache.commit(prediction, at * 5_000 + 900);
    const response = answeredWith(prediction.usage);
    return { ...exchange, request, response, usage: null, host: null, startedAtMs: at * 5_000, firstByteMs: 900 };
  });
}

/** Whether nothing but its breakpoints keeps a request from reading what its parent said, and that is long enough to be stored. */
function lacksMarks({ verdict, ratio, findings, usage, model, relation, class: is }: InspectedExchange): boolean {
  const isWhole = verdict.endsWith("identical") && is !== "shortened" && relation !== "side";
  const others = findings.some(({ role, code }) => role === "cause" && code !== "CB501");
  if (!isWhole || others || ratio === null || usage === null) return false;
  const total = (usage.read ?? 0) + (usage.write ?? 0) + (usage.fresh ?? 0);
  const { minimumTokens } = findModelRule(anthropicRules, model ?? "").rule;
  return (ratio.expected ?? 0) * total - (usage.read ?? 0) > 1.1 * minimumTokens;
}

const isAnthropic = (file: string): boolean => /anthropic/.test(file);
const files = [
  ...["coding-agent", "session-lost-mark"].map((name) => `fixtures/cassettes/${name}`),
  ...recordingFiles.filter(isAnthropic),
  ...groundTruthFiles.filter(isAnthropic),
];

function inspected(file: string, change: (body: Json, at: number) => unknown): readonly InspectedExchange[] {
  const exchanges = replayed(file, change);
  return exchanges.length < 2 ? [] : inspectRecording(recordingOf(exchanges)).exchanges;
}

describe.skipIf(noRecordings !== null)("a recording whose client loses breakpoints", () => {
  test.each(forgets)(
    "a request without a needed breakpoint is low for CB501, whatever its parent stored: %s",
    (_, change) => {
      let lacking = 0;
      for (const file of files) {
        for (const exchange of inspected(file, change).filter(lacksMarks)) {
          const { id, ratio, reusable, findings } = exchange;
          lacking += 1;
          const codes = findings.filter(({ role }) => role === "cause").map(({ code }) => code);
          expect([id, codes, ratio?.verdict, reusable]).toEqual([id, ["CB501"], "low", "no"]);
          expect(ratio?.expected, id).toBeGreaterThan(ratio?.observed ?? 1);
        }
      }
      expect(lacking).toBeGreaterThan(10);
    },
  );

  test("a request with its breakpoints has no CB501, unless its parent lacked them", () => {
    for (const file of files) {
      const recording = openRecording(file);
      const marked = inspected(file, (body) => body).filter(({ id }) =>
        recording.load(id).request.includes("cache_control"),
      );
      const missing = marked.filter(({ findings }) =>
        findings.some(
          ({ code, role, observed }) =>
            code === "CB501" && role === "cause" && !observed.startsWith("the parent stored"),
        ),
      );
      expect(missing.map(({ id }) => `${file} ${id}`)).toEqual([]);
    }
  });
});
