import type { Exchange } from "../../harness/kernel/exchange.ts";
import { type Client, conversation, type Fault, markedClients, type Sent } from "../break-cost/conversation.ts";
import { served } from "../break-cost/world.ts";
import { type JsonObject, objectsOf } from "../lineage/sessions/json.ts";

const CONVERSATIONS = 50;
export const TURNS = 15;
export const BROKEN = 15;

/** Requests of many conversations in the order of sending, with what they cost and the id of the first one that a fault touched. */
export type InterleavedLog = {
  readonly exchanges: readonly Exchange[];
  readonly usd: number;
  readonly firstBad: string | undefined;
};

/** Conversations that begin one after the other and go on at the same time; `faults` are those of `BROKEN` of them. */
export function interleavedLog(faults: readonly Fault[], conversations: number = CONVERSATIONS): InterleavedLog {
  const client = markedClients.find(({ name }) => name === "anthropic claude-sonnet-4-5") as Client;
  const step = Math.floor(CONVERSATIONS / BROKEN);
  const all = Array.from({ length: conversations }, (_, at) => {
    const isBroken = at % step === 0 && at / step < BROKEN;
    const sent = conversation(client, 100 + at, { turns: TURNS, faults: [ownTask(at), ...(isBroken ? faults : [])] });
    return sent.map((each, turn) => ({
      sent: { ...withOwnIds(each, at), atMs: each.atMs + at * 7_000 },
      isBad: isBroken && turn >= 7,
    }));
  });
  const ordered = all.flat().sort((one, other) => one.sent.atMs - other.sent.atMs);
  const numbered = ordered.map(({ sent }, at): Sent => ({ ...sent, id: String(at + 1), forkOf: null }));
  const { recording, usd } = served(client, numbered);
  const firstBad = ordered.findIndex(({ isBad }) => isBad);
  return {
    exchanges: recording.ids.map((id) => recording.load(id)),
    usd,
    firstBad: firstBad === -1 ? undefined : String(firstBad + 1),
  };
}

/** Each conversation begins with a task of its own. */
function ownTask(at: number): Fault {
  return {
    name: `task ${at}`,
    apply: ({ body, codec }) => {
      const list = objectsOf(body[codec.list]);
      const [first] = list;
      const said =
        first === undefined ? null : codec.appended(first, `Task ${at}: ${"check the build ".repeat(at + 1)}`);
      if (said !== null) body[codec.list] = list.with(0, said);
    },
  };
}

/** A provider gives each call an id of its own. */
function withOwnIds(sent: Sent, at: number): Sent {
  const renamed = (text: string): string => text.replaceAll("toolu_01Gen", `toolu_${at}Gen`);
  return {
    ...sent,
    body: Buffer.from(renamed(sent.body.toString())),
    answer: JSON.parse(renamed(JSON.stringify(sent.answer))) as JsonObject,
  };
}
