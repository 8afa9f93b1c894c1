import type { RecordedExchange } from "../cassette/recorded-exchange.ts";
import { batchResponsesOf } from "../import/formats/batches.ts";
import type { OpenedSource } from "./open-source.ts";

/**
 * The same sources, with the responses of batches given to the requests that have their ids. A response stays where it is if several
 * files hold its id: names such as `request-1` repeat from batch to batch.
 */
export function joinBatches<Read extends MaybeJoined>(read: readonly Read[]): readonly Read[] {
  return [...batchResponsesOf].reduce(
    (joined: readonly Read[], [requests, responses]) => joinFormat(joined, requests, responses),
    read,
  );
}

/** `joined`: how many responses of a source were given to requests of another. */
type MaybeJoined = OpenedSource & { readonly joined?: number };

function joinFormat<Read extends MaybeJoined>(
  read: readonly Read[],
  requests: string,
  responses: string,
): readonly Read[] {
  const [asked, answered] = [holdersOf(read, requests), holdersOf(read, responses)];
  const isJoined = (id: string): boolean => asked.get(id)?.length === 1 && answered.get(id)?.length === 1;
  return read.map((each) => {
    const { source, format } = each;
    if (format === responses) {
      const ids = source.ids.filter((id) => !isJoined(id));
      return { ...each, source: { ...source, ids }, joined: source.ids.length - ids.length };
    }
    if (format !== requests) return each;
    const load = (id: string): RecordedExchange =>
      withAnswer(source.load(id), isJoined(id) ? answered.get(id)?.[0] : undefined);
    return { ...each, source: { ...source, load } };
  });
}

/** The sources of a format that hold an id. */
function holdersOf(
  read: readonly OpenedSource[],
  wanted: string,
): ReadonlyMap<string, readonly OpenedSource["source"][]> {
  const held = read
    .filter(({ format }) => format === wanted)
    .flatMap(({ source }) => source.ids.map((id) => ({ id, source })));
  const byId = Map.groupBy(held, ({ id }) => id);
  return new Map([...byId].map(([id, all]) => [id, all.map(({ source }) => source)]));
}

function withAnswer(request: RecordedExchange, answered: OpenedSource["source"] | undefined): RecordedExchange {
  if (answered === undefined) return request;
  const { response, encoded } = answered.load(request.id);
  return { ...request, response, encoded: { ...request.encoded, response: encoded.response } };
}
