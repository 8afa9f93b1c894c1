import type { Console } from "../../io/console.ts";
import { type ExchangeList, listed, type LeanRecording } from "../../kernel/inspection/exchange-list.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import { gateLine } from "../../report/lines/gate-line.ts";
import { wrapText } from "../../report/tables/wrap-text.ts";
import { breakGate } from "../../verdict/break-gate.ts";
import type { ExitCode, Invocation } from "../command.ts";

/** Option name: shared by the commands that print an inspection. */
export const FAIL_ON_BREAK = "fail-on-break";

/** What an inspection alone does not show. */
type OtherFailures = {
  /** Requests without bodies: they may be breaks. */
  readonly withoutBodies?: readonly string[];
  /** Where the client and its script did not follow each other, requests are missing from the comparison. */
  readonly unplayed?: readonly { readonly code: string }[];
  /** Whether a signal ended what was recorded, so that later requests are missing. */
  readonly interrupted?: boolean;
  /** Requests that were seen and are not in the inspection. */
  readonly lost?: number;
  /** The whole recording, if the inspection shows a part of it. */
  readonly all?: ExchangeList;
};

/** The exit code of a command that printed an inspection: 0, unless it was asked to fail on breaks and there are some. */
export function failOnBreak(
  { exchanges }: LeanRecording,
  { options }: Invocation,
  { out, err, outStyle, errStyle }: Console,
  { withoutBodies = [], unplayed = [], interrupted = false, lost = 0, all = exchanges }: OtherFailures = {},
): ExitCode {
  if (!options.has(FAIL_ON_BREAK)) return 0;
  const gate = breakGate(listed(exchanges), withoutBodies, all === exchanges ? undefined : listed(all));
  const codes = [...new Set(unplayed.map(({ code }) => code))].join(", ");
  const others = [
    ...(interrupted ? ["interrupted"] : []),
    ...(codes === "" ? [] : [`the script was not followed (${codes})`]),
    ...(lost === 0 ? [] : [`at least ${pluralize(lost, "request")} of a rotated or cut file left out`]),
  ];
  const line = gateLine(gate, others);
  if (options.has("json") || options.has("jsonl")) err(wrapped(line, errStyle.columns));
  else out(wrapped(line, outStyle.columns));
  if (interrupted) return 130;
  return gate.passed && others.length === 0 ? 0 : 1;
}

/** Further lines stand under the text behind `passed` or `failed`. */
function wrapped(line: string, columns: number): string {
  if (line.trimEnd().length <= columns) return line;
  const [word = "", ...rest] = line.trim().split(/\s+/);
  const [first = "", ...others] = wrapText(rest.join(" "), columns - INDENT);
  return [word.padEnd(INDENT) + first, ...others.map((each) => " ".repeat(INDENT) + each), ""].join("\n");
}

const INDENT = 8;
