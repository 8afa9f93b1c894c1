import type { ProviderCache } from "../../../providers/provider.ts";
import { openRecording } from "../../../cassette/open-recording.ts";
import type { Console } from "../../../io/console.ts";
import type { Recording } from "../../../kernel/exchange.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { renderError } from "../../../report/render-error.ts";
import { renderJsonLine } from "../../../report/render-json.ts";
import { renderJudgementLine } from "../../../report/render-judgement-line.ts";
import { type ExitCode, type Invocation, valueOf } from "../../command.ts";
import { describeRecording } from "../../describe-recording.ts";
import { priceJudgements } from "../../../money/price-judgements.ts";
import { errorDocument } from "../../error-document.ts";
import { providerOption } from "../../provider-option.ts";
import { rulesOption } from "../../rules-option.ts";
import { usageError } from "../../usage-error.ts";
import { judgeRecorded } from "./judge-recorded.ts";
import { judgementExit } from "./judgement-exit.ts";
import { warnOfPair } from "../unknown-models.ts";
import { type BatchLine, readBatch, readPair } from "./read-batch.ts";

/**
 * Judges a pair for each line of a file. It prints one line for each input line: a pair that cannot be judged gives an error in
 * its place, and the rest continues. The exit code is the gravest of all, also if the output is no longer read.
 */
export async function judgeBatch(invocation: Invocation, streams: Console): Promise<ExitCode> {
  const lines = readBatch(batchFile(invocation));
  const caches = rulesOption(invocation);
  const open = openOnce(streams.err);
  const warned = new Set<string>();
  let gravest: ExitCode = 0;
  for (const line of lines) {
    const exit = await judgeLine(line, { open, caches, warned }, invocation, streams);
    if (GRAVITY.indexOf(exit) > GRAVITY.indexOf(gravest)) gravest = exit;
  }
  return gravest;
}

/** harness/CONTRACTS.md#exit-codes */
const GRAVITY: readonly ExitCode[] = [0, 2, 1, 3];

function batchFile(invocation: Invocation): string {
  const named = ["parent", "child", "fork-point"].find((name) => invocation.options.has(name));
  if (named !== undefined || invocation.positionals.length > 0) {
    const what = named === undefined ? "a source" : `--${named}`;
    throw usageError("HX505", `${what} and --batch exclude each other`, "let each line of the batch name its own pair");
  }
  return valueOf(invocation, "batch") ?? "";
}

function openOnce(say: (text: string) => void): (source: string) => Recording {
  const opened = new Map<string, Recording>();
  return (source) => {
    const known = opened.get(source);
    if (known !== undefined) return known;
    const recording = openRecording(source);
    say(describeRecording(recording));
    opened.set(source, recording);
    return recording;
  };
}

async function judgeLine(
  line: BatchLine,
  {
    open,
    caches,
    warned,
  }: {
    readonly open: (source: string) => Recording;
    readonly caches: readonly ProviderCache[];
    readonly warned: Set<string>;
  },
  invocation: Invocation,
  { out, err, outStyle }: Console,
): Promise<ExitCode> {
  const { options } = invocation;
  try {
    const { source, parent, child } = readPair(line);
    const provider = providerOption(invocation);
    const request = { parent, child, at: null, provider, showText: options.has("no-redact"), caches };
    const { judgement: found, exchanges } = judgeRecorded(open(source), request);
    const strict = options.has("fail-on-unknown-model");
    for (const told of warnOfPair(exchanges, { provider, caches, strict })) {
      // A batch mostly has few models: each is reported once.
      if (!warned.has(told)) err(told);
      warned.add(told);
    }
    const [judgement = found] = await priceJudgements([found]);
    out(options.has("json") ? renderJsonLine(judgement) : renderJudgementLine(judgement, source, outStyle));
    return judgementExit(judgement);
  } catch (fault) {
    // An internal error ends the batch, because it may affect all pairs.
    if (!(fault instanceof HarnessError)) throw fault;
    const document = errorDocument(fault);
    out(options.has("json") ? renderJsonLine(document) : renderError(document, outStyle));
    return fault.exit;
  }
}
