import { checkAnswers } from "../../checks/check-answers.ts";
import type { CountedRequest } from "../../kernel/inspection/answered-requests.ts";
import type { Judgement } from "../../kernel/judgement.ts";
import type { CheckResult } from "../../kernel/run-result.ts";
import { whyUnanswered } from "../../verdict/costs/why-unanswered.ts";
import type { JudgedExchange } from "../../verdict/recording/judge-recording.ts";
import type { SettledDescent } from "../../verdict/recording/settled-descents.ts";

/** The requests of a session by how they were answered, in their order. */
export class SessionAnswers {
  readonly #seen = new Map<string, CountedRequest>();

  see({ exchange, read }: JudgedExchange): void {
    if (read === null) return;
    const { id, response } = exchange;
    const unanswered = whyUnanswered(exchange);
    const failed = response === null ? null : read.dialect.readError(response);
    this.#seen.set(id, { dialect: read.dialect.name, failed, ...(unanswered !== null && { unanswered }) });
  }

  check(
    judgements: ReadonlyMap<string, Judgement>,
    descents: ReadonlyMap<string, SettledDescent>,
  ): readonly CheckResult[] {
    const requests = [...this.#seen].map(([id, seen]) => {
      const parent = descents.get(id)?.parent ?? null;
      return { id, ...seen, parent, verdict: judgements.get(id)?.verdict ?? ("not-comparable" as const) };
    });
    return checkAnswers(requests);
  }
}
