import type { Console } from "../../io/console.ts";
import type { Exchange, Recording } from "../../kernel/exchange.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { watchLine } from "../../report/lines/watch-line.ts";
import { maskSecrets, maskStrings } from "../../run/mask-secrets.ts";
import { makeTextLayout } from "../../report/tables/text-layout.ts";
import { inspected } from "../../verdict/recording/inspect-recording.ts";
import { judgeRecording } from "../../verdict/recording/judge-recording.ts";

/** Takes exchanges one by one as they are recorded, and prints a line for each. */
export type ExchangeWatch = { readonly see: (id: string, load: () => Exchange) => void };

/** Judges a recording that is still being made. The price list is loaded first, since a line cannot wait for it. */
export async function watchExchanges({ err, errStyle }: Pick<Console, "err" | "errStyle">): Promise<ExchangeWatch> {
  const { priced } = await import("../../money/priced-inspection.ts");
  const sheet = makeTextLayout(errStyle);
  const ids: string[] = [];
  const loads = new Map<string, () => Exchange>();
  const recording: Recording = {
    name: "this session",
    format: "cassette",
    ids,
    load: (id) => {
      const load = loads.get(id);
      if (load === undefined) throw new Error(`exchange ${id} was not seen`);
      return load();
    },
  };
  // It goes one exchange on at each step, and is never asked for more than there are.
  const judging = judgeRecording(recording, { passesBroken: true });
  return {
    see: (id, load) => {
      if (loads.has(id)) return err(`${id}  not judged: another request has this id\n`);
      ids.push(id);
      loads.set(id, load);
      try {
        const step = judging.next();
        // A line is cut to its width: half a credential could no longer be found in it.
        if (step.done !== true) err(`${watchLine(maskStrings(priced(inspected(step.value, {}))), sheet)}\n`);
      } catch (fault) {
        // What is watched goes on, whatever cannot be judged of it.
        if (!(fault instanceof HarnessError)) throw fault;
        err(`${id}  not judged from here on: ${maskSecrets(fault.message)}\n`);
      }
    },
  };
}
