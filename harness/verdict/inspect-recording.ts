import type { Dialect } from "../dialects/dialect.ts";
import { modelOf } from "../dialects/model-of.ts";
import type { Exchange, Recording } from "../kernel/exchange.ts";
import type { InspectedExchange, Inspection } from "../kernel/inspection.ts";
import type { Usage } from "../kernel/usage.ts";
import { type JudgedExchange, type JudgeOptions, judgeRecording } from "./judge-recording.ts";

/** Who continues whom in a recording, every turn and branch with its verdict. Throws HX252 where there is nothing to compare. */
export function inspectRecording(recording: Recording, options: JudgeOptions = {}): Inspection {
  const exchanges: InspectedExchange[] = [];
  for (const judged of judgeRecording(recording, options)) exchanges.push(inspected(judged));
  return { schema: "forkproof/inspection@1", exchanges };
}

function inspected({ exchange, read }: JudgedExchange): InspectedExchange {
  const judgement = read?.judgement ?? null;
  return {
    id: exchange.id,
    dialect: read?.dialect.name ?? null,
    model: read === null ? null : modelOf(read.layout, exchange.path),
    parent: read?.descent.parent ?? null,
    relation: read?.descent.relation ?? "side",
    class: judgement?.class ?? "initial",
    verdict: judgement?.verdict ?? "not-comparable",
    reusable: judgement?.reusable ?? "unknown",
    shared: judgement?.shared ?? { blocks: 0, bytes: 0 },
    usage: read === null ? null : usageOf(read.dialect, exchange),
    findings: read?.findings ?? [],
  };
}

function usageOf(dialect: Dialect, { response }: Exchange): Usage | null {
  return response !== null && response.usageIsReal ? dialect.readUsage(response) : null;
}
