import { recognise } from "../../../wires/recognise.ts";
import { isExcluded } from "../../../wires/shared/usage/why-excluded.ts";
import type { Exchange } from "../../../kernel/exchange.ts";
import { renderJson } from "../../../report/render-json.ts";
import { priceJudgements } from "../../../money/price-judgements.ts";
import { type Command, valueOf } from "../../command.ts";
import { describeExcluded } from "../../describe-recording.ts";
import { openSources } from "../../../sources/open-sources.ts";
import { describeSources } from "../../sources/describe-sources.ts";
import { providerOption } from "../../provider-option.ts";
import { rulesOption } from "../../rules-option.ts";
import { usageError } from "../../usage-error.ts";
import { judgeRecorded } from "./judge-recorded.ts";
import { judgementExit } from "./judgement-exit.ts";
import { warnUnknownModels } from "../unknown-models.ts";

/** The verdict on one pair, or with `--batch` on many. */
export const judgeCommand: Command = async (invocation, streams) => {
  const { out, err, outStyle, errStyle } = streams;
  const { positionals } = invocation;
  if (invocation.options.has("batch")) {
    const { judgeBatch } = await import("./judge-batch.ts");
    return judgeBatch(invocation, streams);
  }
  if (positionals.length === 0) {
    throw usageError("HX504", "judge needs a source", "name a cassette folder or a traffic file");
  }
  using sources = await openSources(positionals);
  const { recording } = sources;
  for (const line of describeSources(sources.describe(), errStyle)) err(line);
  const [provider, caches] = [providerOption(invocation), rulesOption(invocation)];
  const found = judgeRecorded(recording, {
    parent: valueOf(invocation, "parent"),
    child: valueOf(invocation, "child"),
    at: valueOf(invocation, "fork-point"),
    provider,
    showText: invocation.options.has("no-redact"),
    caches,
  });
  const pair = [found.parent, found.child].map(({ id }) => ({ id, model: id }));
  const answers = pair.map(({ id }) => recording.load(id));
  for (const line of describeExcluded(recording, answers.filter(hasScriptedUsage).length)) err(line);
  const strict = invocation.options.has("fail-on-unknown-model");
  for (const line of warnUnknownModels(recording, pair, { provider, caches, strict })) err(line);
  const [judgement = found] = await priceJudgements([found]);
  if (invocation.options.has("json")) out(renderJson(judgement));
  else {
    const { renderJudgement } = await import("../../../report/render-judgement.ts");
    out(renderJudgement(judgement, outStyle));
  }
  return judgementExit(judgement);
};

function hasScriptedUsage(exchange: Exchange): boolean {
  const dialect = recognise(exchange);
  return dialect !== null && isExcluded(dialect, exchange);
}
