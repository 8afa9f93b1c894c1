import { openRecording } from "../../cassette/open-recording.ts";
import { limitYoungHeap } from "../../io/lean-heap.ts";
import { renderJson } from "../../report/render-json.ts";
import { inspectRecording } from "../../verdict/inspect-recording.ts";
import type { Recording } from "../../kernel/exchange.ts";
import type { Command } from "../command.ts";
import { describeRecording, describeSetAside } from "../describe-recording.ts";
import { providerOption } from "../provider-option.ts";
import { rulesOption } from "../rules-option.ts";
import { FAIL_ON_BREAK, failOnBreak } from "./fail-on-break.ts";
import { tellUnknownModels } from "./unknown-models.ts";
import { withPrices } from "./with-prices.ts";

/** Who continues whom in a recording. With `--fail-on-break` a gate: a body that cannot be read then ends it. */
export const inspectCommand: Command = async (invocation, streams) => {
  const { out, err, outStyle } = streams;
  const [source = ""] = invocation.positionals;
  const provider = providerOption(invocation);
  const caches = rulesOption(invocation);
  const recording = withLimitedHeap(openRecording(source));
  err(describeRecording(recording));
  const inspected = inspectRecording(recording, {
    caches,
    ...(provider === null ? {} : { provider }),
    passesBroken: !invocation.options.has(FAIL_ON_BREAK),
  });
  for (const line of describeSetAside(recording, inspected.totals.uncounted["set-aside"])) err(line);
  const strict = invocation.options.has("strict");
  for (const line of tellUnknownModels(recording, inspected.exchanges, { provider, caches, strict })) err(line);
  const inspection = await withPrices(inspected);
  if (invocation.options.has("json")) out(renderJson(inspection));
  else {
    const { renderInspect } = await import("../../report/render-inspect.ts");
    out(renderInspect(inspection, outStyle));
  }
  return failOnBreak(inspection, invocation, streams);
};

function withLimitedHeap(recording: Recording): Recording {
  const limit = limitYoungHeap();
  const load: Recording["load"] = (id) => {
    limit();
    return recording.load(id);
  };
  return { ...recording, load };
}
