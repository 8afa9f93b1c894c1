import { modelOf } from "../wires/model-of.ts";
import { recognise } from "../wires/recognise.ts";
import type { Exchange, Recording } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { ExchangeChoice } from "../scenario/scenario.ts";
import { checkBody } from "../verdict/check-body.ts";

/** The exchange that a scenario names: by id, the last one, or by its place among the requests to one model. */
export function chooseExchange(recording: Recording, choice: ExchangeChoice): Exchange {
  switch (choice.by) {
    case "id":
      return recording.load(choice.id);
    case "last": {
      const last = recording.ids.at(-1);
      if (last === undefined) throw none(recording, "it is empty");
      return recording.load(last);
    }
    case "place":
      return byPlace(recording, choice.model, choice.index);
  }
}

function byPlace(recording: Recording, model: string, index: number): Exchange {
  const models = new Set<string>();
  const ids: string[] = [];
  for (const id of recording.ids) {
    const exchange = recording.load(id);
    checkBody(exchange);
    const dialect = recognise(exchange);
    const own = dialect === null ? null : modelOf(dialect.parseLayout(exchange.request), exchange.path);
    if (own !== null) models.add(own);
    if (own === model) ids.push(id);
  }
  const id = ids.at(index);
  if (id !== undefined) return recording.load(id);
  throw none(
    recording,
    `it has ${ids.length} requests to ${model}; its models are ${[...models].join(", ") || "not named"}`,
  );
}

function none(recording: Recording, because: string): HarnessError {
  return new HarnessError({
    code: "HX254",
    what: `${recording.name} has no such exchange: ${because}`,
    fix: "Name an exchange by the id that `forkproof inspect` prints.",
    exit: 2,
  });
}
