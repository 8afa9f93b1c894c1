import type { Json, WireName } from "./wire-requests.ts";
import type { WireTail } from "./wire-tail.ts";
import type { Message, WireWords } from "./wire-words.ts";

/** A breakpoint behind the last block of a message, as the wire writes it. */
function marked(message: Message, ttl?: string): Message {
  const isConverse = message["content"][0]["type"] === undefined;
  const content: Json[] = structuredClone(message["content"]);
  const lifetime = ttl === undefined ? {} : { ttl };
  if (isConverse) content.push({ cachePoint: { type: "default", ...lifetime } });
  else content.at(-1)!["cache_control"] = { type: "ephemeral", ...lifetime };
  return { ...message, content };
}

const OWN_MARKS = "the wire's own marks are noted by GPT-5.6 alone, which needs none";
const NO_MARKS: Readonly<Partial<Record<WireName, string>>> = {
  responses: OWN_MARKS,
  items: OWN_MARKS,
  gemini: "has no marks",
};

type Marks = (words: WireWords) => readonly Message[];

/** The parent with messages of its own behind the recorded ones, and the child that repeats them otherwise and goes on. */
function marks(code: string, before: Marks, after: Marks, more: Partial<WireTail> = {}): WireTail {
  return {
    code,
    not: NO_MARKS,
    provider: "by-wire",
    edit: ({ parent, child, wire, words }) => {
      parent["model"] &&= "anthropic/claude-sonnet-4.5";
      child["model"] &&= "anthropic/claude-sonnet-4.5";
      parent[wire.list].push(...before(words));
      child[wire.list].push(...after(words));
      return null;
    },
    ...more,
  };
}

const go = (words: WireWords): Message => words.user("Go on.");
const notes = (words: WireWords, count: number): readonly Message[] =>
  Array.from({ length: count }, (_, at) => [words.user(`Note ${at}.`), words.model(`Noted ${at}.`)]).flat();

/** Codes of breakpoints, on the wires whose providers need or heed them. */
export const wireMarks: readonly WireTail[] = [
  marks(
    "CB501",
    (w) => [marked(go(w))],
    (w) => [go(w)],
  ),
  marks(
    "CB502",
    () => [],
    (w) => Array.from({ length: 5 }, () => [marked(go(w)), w.model("Done.")]).flat(),
    { role: "invalid" },
  ),
  marks(
    "CB503",
    (w) => [marked(go(w)), w.model("Done.")],
    (w) => [go(w), w.model("Done."), ...notes(w, 14), marked(go(w))],
  ),
  marks(
    "CB507",
    (w) => [marked(go(w), "1h")],
    (w) => [marked(go(w), "5m")],
  ),
  marks(
    "CB508",
    () => [],
    (w) => [marked(go(w), "5m"), w.model("Done."), marked(go(w), "1h")],
    { role: "invalid" },
  ),
  marks(
    "CB509",
    (w) => [marked(go(w))],
    (w) => [marked(go(w)), w.model("Done."), marked(w.user("Mine."))],
    { role: "note", sent: { child: { forkOf: "1" } } },
  ),
  marks(
    "CB510",
    (w) => [marked(go(w)), w.model("Done.")],
    (w) => [go(w), w.model("Done."), marked(w.user("Mine."))],
    { role: "note" },
  ),
];
