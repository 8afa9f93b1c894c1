import { recognise } from "../../../wires/recognise.ts";
import { isExcluded } from "../../../wires/shared/usage/why-excluded.ts";
import type { Console } from "../../../io/console.ts";
import type { Exchange, Recording } from "../../../kernel/exchange.ts";
import { renderJson } from "../../../report/render-json.ts";
import { priceJudgements } from "../../../money/price-judgements.ts";
import { type Command, valueOf } from "../../command.ts";
import { describeExcluded } from "../../describe-recording.ts";
import type { DamageLimit } from "../../../sources/damage.ts";
import { openSources } from "../../../sources/open-sources.ts";
import { NO_DAMAGE } from "../../sources/max-damaged-option.ts";
import { describeSources } from "../../sources/describe-sources.ts";
import { printNotes } from "../../print-notes.ts";
import { providerOption } from "../../provider-option.ts";
import { rulesOption } from "../../rules-option.ts";
import { usageError } from "../../usage-error.ts";
import { bodyPair } from "./body-pair.ts";
import { judgeRecorded } from "./judge-recorded.ts";
import { judgementExit } from "./judgement-exit.ts";
import { warnOfPair } from "../unknown-models.ts";

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
  const { judgement: found, exchanges } = judgeRecorded(recording, {
    parent: valueOf(invocation, "parent") ?? parent,
    child: valueOf(invocation, "child") ?? child,
    at: valueOf(invocation, "fork-point"),
    provider,
    showText: invocation.options.has("no-redact"),
    caches,
  });
  if (found.chosen !== null) opened.checkDamage(CHOSEN);
  printNotes(describeExcluded(recording, exchanges.filter(hasScriptedUsage).length), streams);
  const strict = invocation.options.has("fail-on-unknown-model");
  printNotes(warnOfPair(exchanges, { provider, caches, strict }), streams);
  const [judgement = found] = await priceJudgements([found]);
  if (invocation.options.has("json")) out(renderJson(judgement));
  else {
    const { renderJudgement } = await import("../../../report/render-judgement.ts");
    out(renderJudgement(judgement, outStyle));
  }
  return judgementExit(judgement);
};

/** The last request of a recording may be one that cannot be read. */
const CHOSEN: DamageLimit = { ...NO_DAMAGE, fix: "name the two requests with --parent and --child, or record again" };

type OpenedPair = Disposable & {
  readonly recording: Recording;
  /** Null where the recording does not say which is which. */
  readonly parent: string | null;
  readonly child: string | null;
  readonly checkDamage: (limit: DamageLimit) => void;
};

async function openPair(paths: readonly string[], streams: Console): Promise<OpenedPair> {
  const bodies = bodyPair(paths);
  if (bodies !== null) {
    const { recording, parent, child } = bodies;
    printNotes([`the bodies of two requests: ${parent} is the parent, ${child} the child`], streams);
    return { recording, parent, child, checkDamage: () => {}, [Symbol.dispose]: () => {} };
  }
  const sources = await openSources(paths);
  for (const line of describeSources(sources.describe(), streams.errStyle)) streams.err(line);
  const { recording, checkDamage } = sources;
  return { recording, parent: null, child: null, checkDamage, [Symbol.dispose]: () => sources[Symbol.dispose]() };
}

function hasScriptedUsage(exchange: Exchange): boolean {
  const dialect = recognise(exchange);
  return dialect !== null && isExcluded(dialect, exchange);
}
