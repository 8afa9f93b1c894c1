import type { Mutation } from "../mutation.ts";

export const wireMutations: readonly Mutation[] = [
  {
    file: "src/wire/fork-body.ts",
    find: "index > 0 || this.#hasHistory ? [comma, element] : [element]",
    replace: "index > 0 ? [comma, element] : [element]",
    proof: { scenarios: ["scenarios/strategies/pass-through.yaml"] },
  },
  {
    file: "src/wire/stream/sse-decoder.ts",
    find: 'const event = this.#data.join("\\n");',
    replace: 'const event = this.#data.join("");',
    proof: {
      test: "test/src/wire/sse-decoder.test.ts",
      title: "events are complete with line feeds, however the chunks are split",
    },
  },
  {
    file: "src/wire/scan-body.ts",
    find: "historyEnd: history.at(-1)?.end ?? array.value.start + 1",
    replace: "historyEnd: array.value.start + 1",
    proof: { scenarios: ["scenarios/strategies/pass-through.yaml"] },
  },
  {
    file: "src/wire/formats/anthropic-messages/read-usage.ts",
    find: 'countOf(value["cache_read_input_tokens"]) ?? known.read',
    replace: 'countOf(value["cache_read_input_tokens"]) ?? 0',
    proof: {
      test: "test/src/wire/answer.test.ts",
      title: "the parent's answer > takes the prompt counters from the start of the stream if its end lacks them",
    },
  },
  {
    file: "src/wire/apply-edits.ts",
    find: "sort((one, other) => one.span.start - other.span.start)",
    replace: "sort((one, other) => other.span.start - one.span.start)",
    proof: { test: "test/src/wire/answer.test.ts", title: "the parent's answer > keeps citations, in order" },
  },
  {
    file: "src/wire/stream/sse-decoder.ts",
    find: "{ fatal: true }",
    replace: "{ fatal: false }",
    proof: {
      test: "test/src/wire/answer.test.ts",
      title: "an unusable answer is an error > such as bytes that are not UTF-8",
    },
  },
  {
    file: "src/providers/transport/post.ts",
    find: "status === 409 ||",
    replace: "",
    proof: {
      test: "test/contract/openai-sdk/retries.test.ts",
      title:
        "retries of the transport compared with the OpenAI SDK's > status 409 with headers {} leads to the same number of requests",
    },
  },
  {
    file: "src/providers/openai/openai-client.ts",
    find: "this.#profile === openaiProfile ?",
    replace: "this.#profile !== null ?",
    proof: {
      test: "test/contract/openai-sdk/requests.test.ts",
      title: "the environment's OpenAI variables > at another host, the transport sends only the key that it was given",
    },
  },
];
