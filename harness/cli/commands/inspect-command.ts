import { openRecording } from "../../cassette/open-recording.ts";
import { keepHeapLean } from "../../io/lean-heap.ts";
import { renderJson } from "../../report/render-json.ts";
import { inspectRecording } from "../../verdict/inspect-recording.ts";
import type { Command } from "../command.ts";
import { describeRecording } from "../describe-recording.ts";
import { providerOption } from "../provider-option.ts";
import { rulesOption } from "../rules-option.ts";
import { tellUnknownModels } from "./unknown-models.ts";

/** Who continues whom in a recording. A look, not a gate: what it finds does not fail it. */
export const inspectCommand: Command = async (invocation, { out, err, outStyle }) => {
  keepHeapLean();
  const [source = ""] = invocation.positionals;
  const provider = providerOption(invocation);
  const caches = rulesOption(invocation);
  const recording = openRecording(source);
  err(describeRecording(recording));
  const inspection = inspectRecording(recording, { caches, ...(provider === null ? {} : { provider }) });
  const strict = invocation.options.has("strict");
  for (const line of tellUnknownModels(recording, inspection.exchanges, { provider, caches, strict })) err(line);
  if (invocation.options.has("json")) out(renderJson(inspection));
  else {
    const { renderInspect } = await import("../../report/render-inspect.ts");
    out(renderInspect(inspection, outStyle));
  }
  return 0;
};
