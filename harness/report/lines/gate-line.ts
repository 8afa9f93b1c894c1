import type { BreakGate, OriginatedBreak } from "../../kernel/break-gate.ts";
import type { BreakOrigin } from "../../kernel/breaks/break-origin.ts";
import { unansweredText } from "../../kernel/inspection/answered-requests.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { terminalSafe } from "../../kernel/text/terminal-safe.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { shortIds } from "./short-ids.ts";

/** The verdict of `--fail-on-break` on one line. `others` are failures that the traffic alone does not show. */
export function gateLine(gate: BreakGate, others: readonly string[] = []): string {
  const { breaks, suspected, notJudged, compared, answered, requests } = gate;
  const unanswered = unansweredText(gate);
  const silent = unanswered === null ? [] : [unanswered];
  const ids = shortIds([...breaks.map(({ id }) => id), ...suspected, ...notJudged]);
  const at = (all: readonly string[]): string => `at ${listed(all.map(ids.of))}`;
  const of = (origin: BreakOrigin): readonly OriginatedBreak[] => breaks.filter((each) => each.origin === origin);
  const [ours, provider, expected] = [of("ours"), of("provider"), of("expected")];
  const failures = [
    ...(ours.length === 0 ? [] : [`${pluralize(ours.length, "break")} of ours (${placed(ours, ids.of)})`]),
    ...(suspected.length === 0 ? [] : [`${pluralize(suspected.length, "possible break")} (${at(suspected)})`]),
    ...(notJudged.length === 0 ? [] : [`${pluralize(notJudged.length, "request")} not judged (${at(notJudged)})`]),
    ...(compared > 0 ? [] : ["no request was compared with a parent"]),
    ...(compared > 0 && answered === 0 && gate.unanswered < requests ? [NOT_ANSWERED] : []),
    ...silent,
  ];
  const excused = [
    ...(provider.length === 0
      ? []
      : [`${pluralize(provider.length, "break")} of the provider (${placed(provider, ids.of)})`]),
    ...(expected.length === 0 ? [] : [`${pluralize(expected.length, "expected break")} (${placed(expected, ids.of)})`]),
  ];
  const isPassed = gate.passed && others.length === 0;
  const text = isPassed
    ? [
        `${pluralize(compared, "transition")} compared`,
        excused.length === 0 ? "no break" : "no break of ours",
        ...excused,
        ...silent,
      ]
    : [...failures, ...others, ...excused];
  return terminalSafe(`${isPassed ? "passed" : "failed"}  ${escapeControlChars(text.join(", "))}\n`);
}

const NOT_ANSWERED = "no answered request was compared with an answered one";

/** `CB202 at 3, 5, CB401 at 7` */
function placed(breaks: readonly OriginatedBreak[], shortId: (id: string) => string): string {
  let last = "";
  return listed(
    breaks.map(({ id, codes }) => {
      const code = codes.join(" and ");
      const isSame = code === last;
      last = code;
      return isSame ? shortId(id) : `${code} at ${shortId(id)}`;
    }),
  );
}

function listed(items: readonly string[]): string {
  return items.length > MOST ? `${items.slice(0, MOST).join(", ")} and ${items.length - MOST} more` : items.join(", ");
}

/** So many places are named; the tree above the line has them all. */
const MOST = 8;
