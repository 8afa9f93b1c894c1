import { BlockBook, EXCERPT } from "../../blocks/block-book.ts";
import { picturedBlocks } from "../../blocks/with-blocks.ts";
import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { JobRequest } from "../../kernel/run-result.ts";
import { inspected } from "../../verdict/recording/inspect-recording.ts";
import type { JudgedExchange } from "../../verdict/recording/judge-recording.ts";
import { readRequest } from "../../verdict/read-request.ts";
import type { JudgedPair } from "./keep-evidence.ts";

/** Collects the requests of a job with their blocks. It holds no body. */
export class PicturedRequests {
  readonly #book = new BlockBook({ characters: EXCERPT });
  readonly #exchanges = new Map<string, InspectedExchange>();

  /** A request that is judged again, with the parent that was found later, replaces its first entry. */
  see(judged: JudgedExchange): void {
    this.#book.see(judged);
    this.#exchanges.set(judged.exchange.id, inspected(judged, {}));
  }

  /** Each judgement names its request by id. */
  ofSession(judgements: readonly Judgement[]): readonly JobRequest[] {
    const places = new Map(judgements.map(({ child }, at) => [child.id, at]));
    return this.list((id) => ({ judgement: places.get(id) ?? null, shown: id }));
  }

  /** `judgementOf` answers the index of the judgement of a request, and the id to show. */
  list(
    judgementOf: (id: string) => { readonly judgement: number | null; readonly shown: string },
  ): readonly JobRequest[] {
    const table = this.#book.table();
    const kept = [...this.#exchanges.values()].flatMap((exchange) => {
      const pictured = picturedBlocks(exchange, table);
      return pictured === null ? [] : [{ exchange, pictured }];
    });
    const rows = new Map(kept.map(({ exchange: { id } }, at) => [id, at]));
    return kept.map(({ exchange: { id, parent }, pictured }) => {
      const { judgement, shown } = judgementOf(id);
      return { id: shown, parent: parent === null ? null : (rows.get(parent) ?? null), judgement, ...pictured };
    });
  }
}

/** The requests of judged pairs, each request once. Two recordings may have used one id for two requests. */
export function picturePairs(pairs: readonly JudgedPair[]): readonly JobRequest[] {
  const requests = new PicturedRequests();
  const keys = new Map<JudgedPair["parent"], string>();
  const told = new Map<string, { readonly judgement: number | null; readonly shown: string }>();
  const shown = new Set<string>();
  const shownAs = (id: string): string => {
    let free = id;
    while (shown.has(free)) free = `${free}-fork`;
    shown.add(free);
    return free;
  };
  const keyOf = (exchange: JudgedPair["parent"]): string => {
    const known = keys.get(exchange);
    if (known !== undefined) return known;
    const key = String(keys.size);
    keys.set(exchange, key);
    return key;
  };
  for (const [at, { parent, child, judgement }] of pairs.entries()) {
    const [left, right] = [readRequest(parent), readRequest(child)];
    if (left === null || right === null) continue;
    const [before, after] = [keyOf(parent), keyOf(child)];
    if (!told.has(before)) {
      told.set(before, { judgement: null, shown: shownAs(parent.id) });
      requests.see(alone(left, before, judgement));
    }
    told.set(after, { judgement: at, shown: shownAs(child.id) });
    requests.see({
      exchange: { ...child, id: after },
      read: {
        ...alone(right, after, judgement).read,
        descent: { parent: before, relation: "branch", certainty: "observed" },
        judgement,
        findings: judgement.findings,
      },
    });
  }
  return requests.list((id) => told.get(id) ?? { judgement: null, shown: id });
}

type Read = NonNullable<ReturnType<typeof readRequest>>;

/** A request without what it continues. */
function alone(
  { exchange, dialect, layout }: Read,
  id: string,
  { provider }: Judgement,
): Extract<JudgedExchange, { readonly read: object }> {
  return {
    exchange: { ...exchange, id },
    read: {
      dialect,
      layout,
      provider,
      descent: { parent: null, relation: "root", certainty: null },
      judgement: null,
      findings: [],
      unserved: null,
      possible: [],
    },
  };
}
