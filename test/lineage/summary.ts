import { sampleOf } from "../../harness/lineage/agent-traits.ts";
import { Sequence } from "../../harness/kernel/memo/sequence.ts";
import { digestText } from "../../harness/lineage/requests/digest.ts";
import type { RequestDigest } from "../../harness/lineage/requests/request-digest.ts";
import type { RequestSummary } from "../../harness/lineage/requests/request-summary.ts";

/** A request whose messages are the letters of `said`; equal letters are equal messages, and every second is the model's. */
export function summaryOf(id: string, said: string, more: Partial<RequestSummary> = {}): RequestSummary {
  return {
    id,
    voice: "wire model",
    key: "",
    host: null,
    digest: digestOf(
      "tools",
      "system",
      said.split("").map((letter) => [letter]),
    ),
    words: { asksForSummary: false },
    startedAtMs: null,
    answeredAtMs: null,
    clock: 0,
    named: null,
    outcome: "answered",
    answer: null,
    behind: () => [],
    statesSummaryBehind: () => false,
    ...more,
  };
}

/** `leads` are the items of each message. */
export function digestOf(
  tools: string,
  system: string,
  said: readonly (readonly string[])[],
  byModel: readonly boolean[] = said.map((_, at) => at % 2 === 1),
): RequestDigest {
  const leads = said.map((items) => items.map((_, at) => items.slice(0, at + 1).join("+")));
  const messages = leads.map((each) => each.at(-1) ?? "");
  const chains = messages.map((_, at) => digestText(messages.slice(0, at + 1).join("/")));
  return {
    tools: digestText(tools),
    system: digestText(system),
    agent: { tools: [tools], sentences: sampleOf(system) },
    messages: Sequence.of(messages.map(digestText)),
    chains: Sequence.of(chains),
    leads: Sequence.of(leads.map((each) => each.map(digestText))),
    items: Sequence.of(said.map((each) => each.map(digestText))),
    ids: Sequence.of(said.map(() => [])),
    byModel: Sequence.of(byModel),
    places: Sequence.of(messages.keys()),
    seen: messages.length,
  };
}
