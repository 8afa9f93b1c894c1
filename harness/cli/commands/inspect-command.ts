import { openRecording } from "../../cassette/open-recording.ts";
import { type SavedParents, saveParents } from "../../cassette/format/save-parents.ts";
import { limitYoungHeap } from "../../io/lean-heap.ts";
import { escapeControlChars } from "../../kernel/text/escape-control-chars.ts";
import { renderJson } from "../../report/render-json.ts";
import { inspectRecording } from "../../verdict/recording/inspect-recording.ts";
import type { Recording } from "../../kernel/exchange.ts";
import type { Command } from "../command.ts";
import { describeRecording, describeSetAside } from "../describe-recording.ts";
import { parentOfOption } from "../parent-of-option.ts";
import { providerOption } from "../provider-option.ts";
import { rulesOption } from "../rules-option.ts";
import { FAIL_ON_BREAK, failOnBreak } from "./fail-on-break.ts";
import { warnUnknownModels } from "./unknown-models.ts";
import { withPrices } from "./run/with-prices.ts";

/** Shows which request continues which in a recording. With `--fail-on-break` it is a gate: an unreadable body then ends it. */
export const inspectCommand: Command = async (invocation, streams) => {
  const { out, err, outStyle } = streams;
  const [source = ""] = invocation.positionals;
  const provider = providerOption(invocation);
  const caches = rulesOption(invocation);
  const recording = withLimitedHeap(openRecording(source));
  err(describeRecording(recording));
  const parentOf = parentOfOption(invocation, recording);
  const inspected = inspectRecording(recording, {
    parentOf,
    caches,
    ...(provider === null ? {} : { provider }),
    passesBroken: !invocation.options.has(FAIL_ON_BREAK),
  });
  for (const line of describeSetAside(recording, inspected.totals.uncounted["set-aside"])) err(line);
  const strict = invocation.options.has("fail-on-unknown-model");
  for (const line of warnUnknownModels(recording, inspected.exchanges, { provider, caches, strict })) err(line);
  const inspection = await withPrices(inspected);
  if (invocation.options.has("save")) err(describeSaved(saveParents(source, parentOf)));
  if (invocation.options.has("json")) out(renderJson(inspection));
  else {
    const { renderInspect } = await import("../../report/render-inspect.ts");
    out(renderInspect(inspection, outStyle));
  }
  return failOnBreak(inspection, invocation, streams);
};

function describeSaved({ file, written, known }: SavedParents): string {
  const listed = (parents: ReadonlyMap<string, string>): string =>
    [...parents].map(([child, parent]) => `forkOf of ${child} is ${parent}`).join(", ");
  const lines = [
    ...(written.size === 0 ? [] : [`saved in ${file}: ${listed(written)}`]),
    ...(known.size === 0 ? [] : [`${file} already said: ${listed(known)}`]),
  ];
  return lines.map((line) => `${escapeControlChars(line)}\n`).join("");
}

function withLimitedHeap(recording: Recording): Recording {
  const limit = limitYoungHeap();
  const load: Recording["load"] = (id) => {
    limit();
    return recording.load(id);
  };
  return { ...recording, load };
}
