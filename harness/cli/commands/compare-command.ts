import { type Baseline, baselineOf, isBaseline, parseBaseline } from "../../baseline/baseline.ts";
import { compareBaselines } from "../../baseline/compare-baselines.ts";
import { readBytes, readStart, statKind } from "../../io/files/disk.ts";
import { deltaLines } from "../../report/lines/delta-lines.ts";
import { joinSections } from "../../report/lines/join-sections.ts";
import { readRunResult } from "../../report/read-run-result.ts";
import { renderBuilds } from "../../report/render-builds.ts";
import { renderJson } from "../../report/render-json.ts";
import { makeTextLayout } from "../../report/tables/text-layout.ts";
import type { Command } from "../command.ts";
import { compareRecordings } from "../inspecting/compare-recordings.ts";
import { maxDamagedOption, NO_DAMAGE } from "../sources/max-damaged-option.ts";
import { usageError } from "../usage-error.ts";

/** Compares two results or baselines, or two recordings; exits 1 if the second is worse. */
export const compareCommand: Command = async (invocation, { out, err, outStyle, errStyle }) => {
  const { positionals, options } = invocation;
  const [oldFile, newFile, ...more] = positionals;
  if (oldFile === undefined || newFile === undefined || more.length > 0) {
    throw usageError("HX504", "compare takes two files", "forkproof compare old.json new.json");
  }
  if (isRecording(oldFile) !== isRecording(newFile)) {
    const what = `${isRecording(oldFile) ? oldFile : newFile} is a recording, and ${isRecording(oldFile) ? newFile : oldFile} is not`;
    throw usageError("HX505", what, "compare two recordings, or two results or baselines");
  }
  if (isRecording(oldFile)) {
    const builds = await compareRecordings(oldFile, newFile, {
      maxDamaged: maxDamagedOption(invocation, NO_DAMAGE),
      allowsFewer: options.has("allow-fewer"),
      err,
      errStyle,
    });
    out(options.has("json") ? renderJson(builds) : renderBuilds(builds, outStyle));
    const failsOnUsage = options.has("fail-on-usage");
    return builds.changes.some(({ isWorse, isOutside }) => isWorse || (failsOnUsage && isOutside === true)) ? 1 : 0;
  }
  const idle = RECORDING_OPTIONS.find((name) => options.has(name));
  if (idle !== undefined) throw usageError("HX503", `--${idle} does nothing for results`, "leave it out");
  const [old, now] = [read(oldFile), read(newFile)];
  const comparison = { file: oldFile, ...compareBaselines(old, now, null) };
  if (options.has("json")) out(renderJson({ schema: "forkproof/comparison@1", new: newFile, ...comparison }));
  else
    out(
      joinSections([
        deltaLines(comparison, makeTextLayout(outStyle)),
        comparison.deltas.length === 0 ? ["no difference"] : [],
      ]),
    );
  return comparison.compared === 0 || comparison.deltas.some(({ gates }) => gates) ? 1 : 0;
};

const RECORDING_OPTIONS = ["max-damaged", "allow-fewer", "fail-on-usage"];

/** A folder, or a JSON file that is neither a result nor a baseline. */
function isRecording(file: string): boolean {
  if (file === "-" || statKind(file) === "folder") return true;
  const head = readStart(file, HEAD_BYTES);
  if (PACKED.some((magic) => head.indexOf(magic) === 0)) return true;
  const start = head.toString("utf8").trimStart();
  if (YAML.test(start)) return true;
  return start.startsWith("{") && !isBaseline(start) && !start.includes('"forkproof/');
}

const HEAD_BYTES = 400;
/** gzip and zstd. */
const PACKED = [Buffer.from([0x1f, 0x8b]), Buffer.from([0x28, 0xb5, 0x2f, 0xfd])];
/** How vcr cassettes begin. */
const YAML = /^(?:---|#|version:|interactions:)/;

function read(file: string): Baseline {
  const text = readBytes(file).toString("utf8");
  return isBaseline(text) ? parseBaseline(text, file) : baselineOf(readRunResult(text, file));
}
