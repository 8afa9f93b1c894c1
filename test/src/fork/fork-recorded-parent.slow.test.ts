import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Continuation } from "../../../src/cache-safe/cache-safe-params.ts";
import { captureCacheSafeParams } from "../../../src/cache-safe/capture-cache-safe-params.ts";
import { forkRecordedParent } from "../../../src/fork/fork-recorded-parent.ts";
import { streamedAnswer } from "../support/answers.ts";
import { echo } from "../support/run-fork.ts";
import { ScriptedProvider, streamReply } from "../support/scripted-provider.ts";

const recordings = "../shared/recordings";
const directive = "Say which files you have seen.";
const isHere = existsSync(recordings);
if (!isHere) console.warn(`SKIPPED: ${recordings} is absent, so forks of real clients' requests are not tested`);

/** Every Anthropic recording of ../shared/recordings; the clients spell, mark and order their bodies differently. */
const files = [
  "qwen-code/fork-anthropic.jsonl",
  "qwen-code/two-turns-one-process-anthropic.jsonl",
  "qwen-code/toolsearch-compress-anthropic.jsonl",
  "ai-sdk/anthropic.jsonl",
  "ai-sdk/anthropic-nostream.jsonl",
  "langchain/anthropic.jsonl",
  "pi/session-fork-anthropic.jsonl",
];

describe.skipIf(!isHere)("forks of recorded requests of real clients", () => {
  test.each(files)("can be made of every request of %s, with its bytes complete", async (file) => {
    const exchanges = read(`${recordings}/${file}`);
    expect(exchanges.length).toBeGreaterThan(2);
    const done = streamReply(streamedAnswer({ blocks: [{ text: "Done." }] }));
    await using provider = await ScriptedProvider.start(exchanges.map(() => done));
    for (const { request, headers, answer } of exchanges) {
      const result = await forkRecordedParent({
        exchange: { request: Buffer.from(request), headers, answer: Buffer.from(answer) },
        client: { apiKey: "sk-test", baseUrl: provider.baseUrl },
        tools: echo,
        directive,
        label: "recorded",
        maxTurns: 1,
        timeoutMs: null,
      });
      expect(result.stop).toEqual({ cause: "completed" });
    }
    for (const [index, { request }] of exchanges.entries()) {
      const sent = provider.requests[index]?.body.toString() ?? "";
      expect(withoutInsertion(sent, streaming(request))).toBe(streaming(request));
    }
  });

  test.each(files)("repeat each answer of %s as the client's own next turn does", (file) => {
    const exchanges = read(`${recordings}/${file}`);
    let compared = 0;
    for (const [index, { request, answer }] of exchanges.entries()) {
      const { answer: ours, openCalls } = continuationOf(request, answer);
      const [id] = openCalls.map((call) => call.id);
      const place = messagesIn(request).length;
      // The first that carries the call: a later one may be a fork of the client, with the arguments blanked.
      const theirs = exchanges
        .slice(index + 1)
        .map((next) => messagesIn(next.request)[place])
        .find((message) => message !== undefined && typeof id === "string" && JSON.stringify(message).includes(id));
      if (theirs === undefined || ours === null) continue;
      expect(plain(theirs)).toEqual(plain(JSON.parse(ours.toString())));
      compared += 1;
    }
    expect(compared).toBeGreaterThan(0);
  });
});

type Message = {
  readonly role: string;
  readonly content: string | readonly { readonly [name: string]: unknown }[];
};

type Recorded = {
  readonly request: string;
  readonly answer: string;
  readonly headers: readonly (readonly [string, string])[];
};

function read(path: string): readonly Recorded[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const { body, headers, response } = JSON.parse(line);
      return { request: String(body), answer: String(response.body), headers };
    });
}

/** What was sent without the inserted messages, found by searching: the test knows no offsets. */
function withoutInsertion(sent: string, parent: string): string {
  const closing = `${directive}"}]}`;
  return sent.slice(0, commonLength(sent, parent)) + sent.slice(sent.indexOf(closing) + closing.length);
}

/** The parent's body but for the one member outside the prefix that a fork sets. */
function streaming(request: string): string {
  if (request.includes('"stream":')) return request.replace('"stream":false', '"stream":true');
  return request.replace(/\}$/, ',"stream":true}');
}

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function continuationOf(request: string, answer: string): Continuation {
  return captureCacheSafeParams({ request: Buffer.from(request), headers: [], answer: Buffer.from(answer) })
    .continuation;
}

function messagesIn(request: string): readonly Message[] {
  return JSON.parse(request).messages;
}

/** Role, text and calls of a message; marks and the place of empty members are the client's own. */
function plain({ role, content }: Message): unknown {
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  return { role, blocks: blocks.map(({ type, text, id, name, input }) => ({ type, text, id, name, input })) };
}
