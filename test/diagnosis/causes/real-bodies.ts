import { openRecording } from "../../../harness/cassette/open-recording.ts";
import { recognise } from "../../../harness/wires/recognise.ts";
import type { Exchange } from "../../../harness/kernel/exchange.ts";
import type { DialectName } from "../../../harness/kernel/layout.ts";
import type { Codec } from "../../lineage/sessions/codec.ts";
import { codecs } from "../../lineage/sessions/codecs/codecs.ts";
import { type JsonObject, objectsOf } from "../../lineage/sessions/json.ts";
import { groundTruthFiles, recordingFiles } from "../../support/recorded-requests.ts";

/** The body of a request that a real client sent, to be changed, with its exchange. */
export type RealBody = {
  readonly name: string;
  readonly wire: DialectName;
  readonly codec: Codec;
  readonly exchange: Exchange;
  readonly body: JsonObject;
};

/** Of each file the longest requests: they hold the others. */
const OF_EACH_FILE = 1;

/** Real bodies of every wire, from every client and provider that was recorded. */
export function realBodies(): readonly RealBody[] {
  return [...recordingFiles, ...groundTruthFiles].filter((file) => !file.includes("/errors/")).flatMap(longestOf);
}

function longestOf(file: string): readonly RealBody[] {
  const recording = openRecording(file);
  const read = recording.ids.flatMap((id): readonly RealBody[] => {
    const exchange = recording.load(id);
    const dialect = exchange.request.length === 0 ? null : recognise(exchange);
    if (dialect === null) return [];
    const body: JsonObject = JSON.parse(exchange.request.toString("utf8"));
    const name = `${file.split("/").slice(-2).join("/")} ${id}`;
    return [{ name, wire: dialect.name, codec: codecs[dialect.name], exchange, body }];
  });
  const wires = new Map(read.map(({ wire }) => [wire, read.filter((each) => each.wire === wire)]));
  return [...wires.values()].flatMap((each) =>
    each
      .filter((one) => itemsOf(one).length > 1)
      .sort((one, other) => itemsOf(other).length - itemsOf(one).length)
      .slice(0, OF_EACH_FILE),
  );
}

export function itemsOf({ body, codec }: Pick<RealBody, "body" | "codec">): JsonObject[] {
  return objectsOf(body[codec.list]);
}

/** The body with other messages. All else is shared with it: copy what is to be changed in place. */
export function withItems({ body, codec }: RealBody, items: readonly JsonObject[]): JsonObject {
  const members = Object.entries(body).map(([name, value]) => [name, name === codec.list ? [...items] : value]);
  return Object.fromEntries(members);
}
