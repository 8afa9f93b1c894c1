import type { CountedRequest } from "../../counters/counter-timeline.ts";
import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";
import { nearestIds } from "../../kernel/text/nearest-ids.ts";
import type { OptionSpec } from "../command-spec.ts";
import { type Invocation, valueOf } from "../command.ts";
import { usageError } from "../usage-error.ts";

export const filterOptionSpecs: readonly OptionSpec[] = [
  {
    name: "since",
    value: "TIME",
    description:
      "only requests sent from then on: a date, a time in ISO 8601 (UTC without an offset), or an age such as 90m, 2h or 3d",
  },
  { name: "until", value: "TIME", description: "only requests sent before then" },
  { name: "model", value: "TEXT", description: "only requests whose model name contains this" },
  { name: "conversation", value: "ID", description: "only requests of the conversation that begins with this request" },
];

/** Which requests of a recording are reported. All are read, so that each is compared with the request that it continues. */
export type ExchangeFilter = {
  readonly exchanges: Narrow<InspectedExchange>;
  /** Those without bodies are in no conversation, and may all be left out. */
  readonly counted: Narrow<CountedRequest>;
};

type Narrow<T> = (all: readonly T[]) => readonly T[];

/**
 * Null without a filter.
 *
 * @throws HarnessError HX503 for a time that cannot be read or has not come, HX505 for a range that ends before it starts; when it is
 * applied, HX503 if no request is left
 */
export function filterOption(invocation: Invocation, nowMs: number): ExchangeFilter | null {
  const [since, until] = ["since", "until"].map((name) => timeOption(invocation, name, nowMs));
  const model = valueOf(invocation, "model");
  const conversation = valueOf(invocation, "conversation");
  if (since !== null && since !== undefined && until !== null && until !== undefined && until <= since)
    throw usageError("HX505", "--until is not after --since", "name an end that is after the start");
  const filters: readonly (readonly [isSet: boolean, filter: Narrow<InspectedExchange>])[] = [
    [since !== null || until !== null, (all) => inRange(all, since ?? null, until ?? null)],
    [model !== null, (all) => ofModel(all, model ?? "")],
    [conversation !== null, (all) => ofConversation(all, conversation ?? "")],
  ];
  const set = filters.filter(([isSet]) => isSet);
  if (set.length === 0) return null;
  const isCounted = (each: CountedRequest): boolean =>
    conversation === null &&
    (model === null || each.model?.includes(model) === true) &&
    isBetween(each.atMs, since ?? null, until ?? null);
  return {
    exchanges: (all) => set.reduce((rest, [, filter]) => filter(rest), all),
    counted: (all) => all.filter(isCounted),
  };
}

/** What has no time is in no range. */
function isBetween(atMs: number | null, since: number | null, until: number | null): boolean {
  return (since === null || (atMs !== null && atMs >= since)) && (until === null || (atMs !== null && atMs < until));
}

function timeOption(invocation: Invocation, name: string, nowMs: number): number | null {
  const value = valueOf(invocation, name);
  if (value === null) return null;
  const [, count, unit] = /^(\d+)(s|m|h|d)$/.exec(value) ?? [];
  if (count !== undefined) return nowMs - Number(count) * (UNITS[unit ?? ""] ?? 0);
  // Without an offset a date and time would be that of this machine, and a report reads the same on every one.
  const isLocal = /T[\d:.]+$/.test(value);
  const time = /^\d{4}-\d{2}/.test(value) ? Date.parse(isLocal ? `${value}Z` : value) : Number.NaN;
  const fix = `write --${name} 2026-11-20, --${name} 2026-11-20T09:10:00Z or --${name} 2h`;
  if (Number.isNaN(time)) throw usageError("HX503", `--${name} takes a time, not "${value}"`, fix);
  if (name === "since" && time > nowMs)
    throw usageError("HX503", `--since ${value} is in the future: no request can have been sent after it`, fix);
  return time;
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function inRange(
  all: readonly InspectedExchange[],
  since: number | null,
  until: number | null,
): readonly InspectedExchange[] {
  const times = all.flatMap(({ startedAt }) => startedAt ?? []).sort();
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined)
    throw usageError(
      "HX503",
      "no request says when it was sent, so none is in the range",
      "leave out --since and --until",
    );
  const kept = all.filter(({ startedAt }) =>
    isBetween(startedAt === null ? null : Date.parse(startedAt), since, until),
  );
  if (kept.length > 0) return kept;
  const range = `the requests were sent from ${first} to ${last}`;
  throw usageError("HX503", "no request was sent in the range of --since and --until", range);
}

function ofModel(all: readonly InspectedExchange[], text: string): readonly InspectedExchange[] {
  const kept = all.filter(({ model }) => model?.includes(text) === true);
  if (kept.length > 0) return kept;
  const models = [...new Set(all.flatMap(({ model }) => model ?? []))].sort();
  const fix = models.length === 0 ? "no request names a model" : `the requests name ${models.join(", ")}`;
  throw usageError("HX503", `no request names a model with "${text}"`, fix);
}

function ofConversation(all: readonly InspectedExchange[], id: string): readonly InspectedExchange[] {
  const kept = all.filter(({ conversation }) => conversation === id);
  if (kept.length > 0) return kept;
  const ids = [...new Set(all.map(({ conversation }) => conversation))];
  const own = all.find((each) => each.id === id)?.conversation;
  const fix = own === undefined ? nearestIds(id, ids) : `request ${id} is in conversation ${own}`;
  throw usageError("HX503", `no conversation begins with request "${id}"`, fix);
}
