import { recognise } from "../../../wires/recognise.ts";
import { isExcluded } from "../../../wires/shared/usage/why-excluded.ts";
import type { Console } from "../../../io/console.ts";
import type { Exchange, Recording } from "../../../kernel/exchange.ts";
import { renderJson } from "../../../report/render-json.ts";
import { priceJudgements } from "../../../money/price-judgements.ts";
import { type Command, valueOf } from "../../command.ts";
import { describeExcluded } from "../../describe-recording.ts";
import { openSources } from "../../../sources/open-sources.ts";
import { describeSources } from "../../sources/describe-sources.ts";
import { printNotes } from "../../print-notes.ts";
import { providerOption } from "../../provider-option.ts";
import { rulesOption } from "../../rules-option.ts";
import { usageError } from "../../usage-error.ts";
import { bodyPair } from "./body-pair.ts";
import { judgeRecorded } from "./judge-recorded.ts";
import { judgementExit } from "./judgement-exit.ts";
import { warnUnknownModels } from "../unknown-models.ts";

/** The verdict on one pair, or with `--batch` on many. */
export const judgeCommand: Command = async (invocation, streams) => {
  const { out, outStyle } = streams;
  const { positionals } = invocation;
  if (invocation.options.has("batch")) {
    const { judgeBatch } = await import("./judge-batch.ts");
    return judgeBatch(invocation, streams);
  }
  if (positionals.length === 0) {
    throw usageError("HX504", "judge needs a source", "name a cassette folder or a traffic file");
  }
  using opened = await openPair(positionals, streams);
  const { recording, parent, child } = opened;
  const [provider, caches] = [providerOption(invocation), rulesOption(invocation)];
  const found = judgeRecorded(recording, {
    parent: valueOf(invocation, "parent") ?? parent,
    child: valueOf(invocation, "child") ?? child,
    at: valueOf(invocation, "fork-point"),
    provider,
    showText: invocation.options.has("no-redact"),
    caches,
  });
  const pair = [found.parent, found.child].map(({ id }) => ({ id, model: id }));
  const answers = pair.map(({ id }) => recording.load(id));
  printNotes(describeExcluded(recording, answers.filter(hasScriptedUsage).length), streams);
  const strict = invocation.options.has("fail-on-unknown-model");
  printNotes(warnUnknownModels(recording, pair, { provider, caches, strict }), streams);
  const [judgement = found] = await priceJudgements([found]);
  if (invocation.options.has("json")) out(renderJson(judgement));
  else {
    const { renderJudgement } = await import("../../../report/render-judgement.ts");
    out(renderJudgement(judgement, outStyle));
  }
  return judgementExit(judgement);
};

type OpenedPair = Disposable & {
  readonly recording: Recording;
  /** Null where the recording does not say which is which. */
  readonly parent: string | null;
  readonly child: string | null;
};

async function openPair(paths: readonly string[], streams: Console): Promise<OpenedPair> {
  const bodies = bodyPair(paths);
  if (bodies !== null) {
    const { recording, parent, child } = bodies;
    printNotes([`the bodies of two requests: ${parent} is the parent, ${child} the child`], streams);
    return { recording, parent, child, [Symbol.dispose]: () => {} };
  }
  const sources = await openSources(paths);
  for (const line of describeSources(sources.describe(), streams.errStyle)) streams.err(line);
  return { recording: sources.recording, parent: null, child: null, [Symbol.dispose]: () => sources[Symbol.dispose]() };
}

function hasScriptedUsage(exchange: Exchange): boolean {
  const dialect = recognise(exchange);
  return dialect !== null && isExcluded(dialect, exchange);
}
