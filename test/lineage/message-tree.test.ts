import { expect, it } from "vitest";
import { Sequence } from "../../harness/kernel/memo/sequence.ts";
import { type Digest, digestAll, digestText } from "../../harness/lineage/requests/digest.ts";
import { MessageTree } from "../../harness/lineage/requests/message-tree.ts";

function said(texts: readonly string[]): { readonly messages: Sequence<Digest>; readonly chains: Sequence<Digest> } {
  const messages = texts.map(digestText);
  const chains = messages.map((_, at) => digestAll(messages.slice(0, at + 1)));
  return { messages: Sequence.of(messages), chains: Sequence.of(chains) };
}

const numbers = Array.from({ length: 40 }, (_, at) => `message ${at}`);
const requests = [
  said(numbers.slice(0, 1)),
  said(numbers),
  said(numbers.slice(0, 20)),
  said([...numbers.slice(0, 20), "another"]),
  said(["other", ...numbers.slice(1, 9)]),
  said([]),
];

it("a message tree gives the messages of each request back, from both ends", () => {
  const tree = new MessageTree();
  const nodes = requests.map((request) => tree.add(request));
  for (const [at, request] of requests.entries()) {
    const kept = tree.upTo(nodes[at] ?? Number.NaN);
    for (const list of ["messages", "chains"] as const) {
      const { length } = request[list];
      expect(kept[list].length).toBe(length);
      const places = Array.from({ length: 2 * length + 2 }, (_, place) => place - length - 1);
      expect(places.map((place) => kept[list].at(place))).toEqual(places.map((place) => request[list].at(place)));
    }
  }
});

it("a message tree gives one node to all requests that say the same, and finds it by the chain of the last message", () => {
  const tree = new MessageTree();
  const nodes = requests.map((request) => tree.add(request));
  expect(requests.map((request) => tree.add(request))).toEqual(nodes);
  expect(new Set(nodes).size).toBe(nodes.length);
  expect(requests.slice(0, -1).map(({ chains }) => tree.nodeOf(chains.at(-1) ?? 0))).toEqual(nodes.slice(0, -1));
  expect(tree.nodeOf(digestText("unknown"))).toBeNull();
});
