import type { Exchange } from "../../kernel/exchange.ts";
import { requestGroups } from "../../incidents/request-groups.ts";
import { listed, type LeanRecording } from "../../kernel/inspection/exchange-list.ts";
import type { InspectedExchange } from "../../kernel/inspection/inspection.ts";
import type { RequestGroups } from "../../kernel/inspection/request-group.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { type Invocation, valueOf } from "../command.ts";
import { usageError } from "../usage-error.ts";

/** What `--by` groups requests by. It sees each exchange as it is read, since headers are not kept. */
export type GroupBy = {
  readonly by: string;
  readonly see: (exchange: Exchange) => void;
  readonly valueOf: (exchange: InspectedExchange) => string | null;
  /** The headers that there are, if not one request has that of `by`. */
  readonly otherHeaders?: () => readonly string[];
};

export function groupsBy({ by, valueOf }: GroupBy, { exchanges }: LeanRecording): RequestGroups {
  return { by, groups: requestGroups(listed(exchanges), valueOf) };
}

/** A header that not one request has groups nothing: its name may be wrong. */
export function warnUngrouped(grouped: GroupBy | null): readonly string[] {
  const others = grouped?.otherHeaders?.() ?? [];
  if (grouped === null || others.length === 0) return [];
  const names = others.map(escapeControlChars).join(", ");
  return [`--by ${grouped.by}: not one request has this header; they have ${names}\n`];
}

/** @throws HarnessError HX503 for anything but `model`, `conversation` and `header:NAME` */
export function groupByOption(invocation: Invocation): GroupBy | null {
  const by = valueOf(invocation, "by");
  if (by === null) return null;
  if (by === "model") return { by, see: () => {}, valueOf: ({ model }) => model };
  if (by === "conversation") return { by, see: () => {}, valueOf: ({ conversation }) => conversation };
  const header = /^header:(.+)$/.exec(by)?.[1]?.toLowerCase();
  if (header === undefined)
    throw usageError(
      "HX503",
      `requests cannot be grouped by ${by}`,
      "group by model, conversation or header:NAME, such as header:user-agent",
    );
  const values = new Map<string, string>();
  const names = new Set<string>();
  return {
    by,
    see: ({ id, headers }) => {
      for (const [name] of headers) names.add(name.toLowerCase());
      const value = headers.find(([name]) => name.toLowerCase() === header)?.[1];
      if (value !== undefined) values.set(id, value);
    },
    valueOf: ({ id }) => values.get(id) ?? null,
    otherHeaders: () => (values.size === 0 ? [...names].sort() : []),
  };
}
