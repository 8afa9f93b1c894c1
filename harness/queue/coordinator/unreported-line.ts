import { fineUsdText } from "../../kernel/text/usd-text.ts";
import { pluralize } from "../../kernel/text/format-count.ts";
import type { Queue } from "../nats/open-queue.ts";
import { spendingOf } from "../worker/run-ledger.ts";

/**
 * Once all results are there: the requests of workers that ended before the answer, as a line. A provider may charge for them, and no
 * job knows of them. Empty without one.
 */
export async function unreportedLine(queue: Queue, run: string, reportedUsd: number): Promise<string> {
  const { committedUsd, open } = await spendingOf(queue, run);
  if (open === 0) return "";
  const most = fineUsdText(Math.max(0, committedUsd - reportedUsd));
  return `${pluralize(open, "request")} of workers that ended: up to ${most}, which the cost of no job includes\n`;
}
