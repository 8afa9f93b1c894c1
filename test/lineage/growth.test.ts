import { expect, it } from "vitest";
import type { SaidMessage } from "../../harness/wires/shared/said/read-message.ts";
import { Lineage } from "../../harness/lineage/lineage.ts";
import { type Digest, digestAll, digestText } from "../../harness/lineage/requests/digest.ts";
import type { RequestSummary } from "../../harness/lineage/requests/request-summary.ts";
import { Sequence } from "../../harness/kernel/memo/sequence.ts";

/** Messages that grow at their end; what requests take over from one another is shared, as it is between layouts. */
type Said = {
  readonly messages: Sequence<Digest>;
  readonly chains: Sequence<Digest>;
  readonly leads: Sequence<readonly Digest[]>;
  readonly byModel: Sequence<boolean>;
};

const nothing: Said = {
  messages: Sequence.empty(),
  chains: Sequence.empty(),
  leads: Sequence.empty(),
  byModel: Sequence.empty(),
};

/** Looks at messages and answers of the requests that a recording of so many turns holds. */
type Looks = { count: number };

/** One turn of a recording: the requests that it adds. */
type Turn = (turn: number, talk: Talk) => void;

class Talk {
  readonly parents: (string | null)[] = [];
  messages = 0;
  said = nothing;
  readonly #looks: Looks;
  readonly #lineage = new Lineage();

  constructor(looks: Looks) {
    this.#looks = looks;
  }

  /** What is said with so many more messages. */
  and(said: Said, ...more: readonly string[]): Said {
    return more.reduce(
      ({ messages, chains, leads, byModel }, text) => ({
        messages: messages.and(digestText(text)),
        chains: chains.and(digestAll([chains.at(-1) ?? 0, digestText(text)])),
        leads: leads.and([digestText(`of ${text}`), digestText(text)]),
        byModel: byModel.and(messages.length % 2 === 1),
      }),
      said,
    );
  }

  ask(said: Said, more: Partial<RequestSummary> & { readonly system?: string; readonly tools?: string } = {}): void {
    const { system = "system", tools = "tools", ...others } = more;
    const id = String(this.parents.length + 1);
    const looked = <T>(answer: T): T => {
      this.#looks.count += 1;
      return answer;
    };
    const counted = <T>(
      list: Sequence<T>,
    ): { readonly length: number; readonly at: (index: number) => T | undefined } => ({
      length: list.length,
      at: (index) => looked(list.at(index)),
    });
    const { parent } = this.#lineage.add({
      id,
      voice: "wire model",
      key: "",
      host: null,
      digest: {
        system: digestText(system),
        tools: digestText(tools),
        agent: { tools: [tools], sentences: [] },
        messages: counted(said.messages),
        chains: counted(said.chains),
        leads: counted(said.leads),
        items: counted(said.leads),
        ids: counted(said.leads),
        byModel: counted(said.byModel),
        places: counted(Sequence.empty<number>()),
        seen: said.messages.length,
      },
      words: { asksForSummary: false },
      startedAtMs: null,
      answeredAtMs: null,
      clock: 0,
      named: null,
      outcome: "unrecorded",
      answer: null,
      behind: () => looked([]),
      statesSummaryBehind: () => looked(true),
      ...others,
    });
    this.parents.push(parent);
    this.messages += said.messages.length;
  }
}

const inStep: readonly (readonly [string, Turn])[] = [
  ["grows", grow],
  [
    "grows, and is asked twice each time",
    (turn, talk) => {
      grow(turn, talk);
      talk.ask(talk.said);
    },
  ],
  [
    "forks again and again from where it began",
    (turn, talk) => {
      if (turn === 0) grow(turn, talk);
      talk.ask(talk.and(talk.said, `answer ${turn}`, `fork ${turn}`));
    },
  ],
  [
    "grows, and gives a task each time",
    (turn, talk) => {
      grow(turn, talk);
      const behind = (): readonly SaidMessage[] => [
        { by: "user", items: [{ kind: "text", text: `What to do at turn ${turn}.` }] },
      ];
      talk.ask(talk.and(nothing, `task ${turn}`), { system: "another", behind });
    },
  ],
  [
    "is asked of two hosts in turn",
    (turn, talk) => {
      talk.said = talk.and(talk.said, `question ${turn}`);
      talk.ask(talk.said, { host: "one.example" });
      talk.ask(talk.said, { host: "two.example" });
      talk.said = talk.and(talk.said, `answer ${turn}`);
    },
  ],
  [
    "starts again each time",
    (turn, talk) => {
      talk.ask(talk.and(nothing, `question ${turn}`));
    },
  ],
];

/** Another agent each time: what it goes on from must be looked for in all that it says. */
const inLength: typeof inStep = [
  [
    "grows, and forks each time with fewer tools",
    (turn, talk) => {
      grow(turn, talk);
      talk.ask(talk.and(talk.said, `answer ${turn}`, `fork ${turn}`), { tools: "fewer" });
    },
  ],
  [
    "grows with another prompt each time",
    (turn, talk) => {
      talk.said = talk.and(talk.said, `question ${turn}`);
      talk.ask(talk.said, { system: `system at ${turn}` });
      talk.said = talk.and(talk.said, `answer ${turn}`);
    },
  ],
];

function grow(turn: number, talk: Talk): void {
  talk.said = talk.and(talk.said, `question ${turn}`);
  talk.ask(talk.said);
  talk.said = talk.and(talk.said, `answer ${turn}`);
}

function looksAt(
  turns: number,
  turn: Turn,
): { readonly looks: number; readonly requests: number; readonly messages: number } {
  const looks = { count: 0 };
  const talk = new Talk(looks);
  for (let at = 0; at < turns; at += 1) turn(at, talk);
  return { looks: looks.count, requests: talk.parents.length, messages: talk.messages };
}

it.each(inStep)("the lineage of a recording that %s costs the same for each request, however long it is", (_, turn) => {
  const [some, twice] = [looksAt(250, turn), looksAt(500, turn)];
  expect(twice.requests).toBeGreaterThanOrEqual(500);
  expect(some.looks).toBeGreaterThan(0);
  expect(twice.looks).toBeLessThan(2.2 * some.looks);
  expect(twice.looks / twice.requests).toBeLessThan(120);
});

it.each(inLength)("the lineage of a recording that %s looks at each message of a request a few times", (_, turn) => {
  const { looks, messages } = looksAt(500, turn);
  expect(looks).toBeGreaterThan(messages / 10);
  expect(looks).toBeLessThan(8 * messages);
});
