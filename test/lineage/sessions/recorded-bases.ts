import { openRecording } from "../../../harness/cassette/open-recording.ts";
import { recognise } from "../../../harness/wires/recognise.ts";
import type { Exchange } from "../../../harness/kernel/exchange.ts";
import { recordingFiles } from "../../support/recorded-requests.ts";
import { type AnswerEntry, type Base, type BaseTurn, type Entry, unmarked, withAgentTool } from "./base.ts";
import type { Codec } from "./codec.ts";
import { codecs } from "./codecs/codecs.ts";
import { type JsonObject, objectsOf, textOf } from "./json.ts";

/** The main lines of the recordings of real clients; empty if they are missing. */
export function recordedBases(): readonly Base[] {
  return recordingFiles.filter((file) => !LEFT_OUT.some((name) => file.includes(name))).flatMap(baseOf);
}

/** A conversation that was compacted, and requests that are deltas: neither is one list of messages. */
const LEFT_OUT: readonly string[] = ["toolsearch-compress", "websocket"];

type Read = {
  readonly exchange: Exchange;
  readonly codec: Codec;
  readonly body: JsonObject;
  readonly items: JsonObject[];
};

function baseOf(file: string): readonly Base[] {
  const all = readAll(file);
  const [first] = all;
  if (first === undefined) return [];
  const { codec } = first;
  const line = all.filter((each) => isOfLine(each, first, all));
  const last = line.reduce((longest, each) => (each.items.length > longest.items.length ? each : longest), first);
  const entries = entriesOf(last, line);
  const [opening, ...rest] = entries;
  if (opening === undefined) return [];
  return [
    {
      name: file.split("/").slice(-2).join("/").replace(".jsonl", ""),
      codec,
      model: textOf(first.body["model"]) || (/models\/([^:]+)/.exec(first.exchange.path)?.[1] ?? ""),
      path: first.exchange.path,
      host: first.exchange.host,
      headers: first.exchange.headers,
      envelope: withAgentTool({ ...first.body, [codec.list]: [] }, codec),
      opening,
      turns: turnsOf(rest),
      shape: typeof first.items.at(-1)?.["content"] === "string" ? "string" : "block",
      marks: codec.marks.some((mark) => JSON.stringify(first.items).includes(mark)),
      thinks: false,
      hasIds: true,
    },
  ];
}

function readAll(file: string): readonly Read[] {
  const recording = openRecording(file);
  return recording.ids.flatMap((id) => {
    const exchange = recording.load(id);
    const dialect = exchange.request.length === 0 ? null : recognise(exchange);
    if (dialect === null) return [];
    const codec = codecs[dialect.name];
    const body = JSON.parse(exchange.request.toString("utf8")) as JsonObject;
    return [{ exchange, codec, body, items: objectsOf(body[codec.list]) }];
  });
}

/** The main line: the same tools, the same head, and a length that was reached there first. */
function isOfLine(each: Read, first: Read, all: readonly Read[]): boolean {
  const { codec } = first;
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const starts = isSame(unmarked(each.items.slice(0, first.items.length), codec), unmarked(first.items, codec));
  const earlier = all.find(({ items }) => items.length === each.items.length);
  return starts && earlier === each && isSame(codec.tools(each.body)?.length, codec.tools(first.body)?.length);
}

function entriesOf({ items, codec }: Read, line: readonly Read[]): readonly (Entry | AnswerEntry)[] {
  const entries: (Entry | AnswerEntry)[] = [];
  let start = 0;
  for (let at = 1; at <= items.length; at += 1) {
    const before = items[at - 1];
    const item = items[at];
    if (item !== undefined && before !== undefined && codec.isAnswer(item) === codec.isAnswer(before)) continue;
    const part = unmarked(items.slice(start, at), codec);
    const isAnswer = before !== undefined && codec.isAnswer(before);
    const asking = line.find((each) => each.items.length === start && isHead(each.items, items, codec));
    if (isAnswer)
      entries.push({ kind: "answer", items: part, recorded: asking?.exchange.response ?? null, said: null });
    else entries.push({ kind: entries.length === 0 ? "opening" : "reply", items: part });
    start = at;
  }
  return entries;
}

function isHead(head: readonly JsonObject[], items: readonly JsonObject[], codec: Codec): boolean {
  const same = items.slice(0, head.length);
  return JSON.stringify(unmarked(head, codec)) === JSON.stringify(unmarked(same, codec));
}

function turnsOf(entries: readonly (Entry | AnswerEntry)[]): readonly BaseTurn[] {
  const turns: BaseTurn[] = [];
  for (let at = 0; at + 1 < entries.length; at += 2) {
    const [answer, reply] = [entries[at], entries[at + 1]];
    if (answer === undefined || reply === undefined || !("recorded" in answer)) break;
    // Without what came over the wire the turn cannot be played.
    if (answer.recorded === null) break;
    turns.push({ answer, reply });
  }
  return turns;
}
