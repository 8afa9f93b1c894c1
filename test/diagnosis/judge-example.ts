import type { Rule, RuleExample } from "../../harness/diagnosis/rule.ts";
import type { Exchange } from "../../harness/kernel/exchange.ts";
import type { Finding } from "../../harness/kernel/finding.ts";
import type { Judgement } from "../../harness/kernel/judgement.ts";
import { judge } from "../../harness/verdict/judge.ts";
import { messagesExchange } from "../support/messages-body.ts";

/** An exchange that carries `body` to the Messages API; everything else is unknown unless said. */
export function exchangeOf(id: string, body: string | Buffer, sent: Partial<Exchange> = {}): Exchange {
  return { ...messagesExchange(body, id), ...sent };
}

export function judgeBodies(parent: string | Buffer, child: string | Buffer, provider = "anthropic"): Judgement {
  return judge({ parent: exchangeOf("parent", parent), child: exchangeOf("child", child), provider });
}

/** The findings on an example's parent and one of its children. */
export function findingsOf({ example }: Pick<Rule, "example">, child: "broken" | "fixed"): readonly Finding[] {
  const sent = (which: keyof NonNullable<RuleExample["sent"]>): Exchange =>
    exchangeOf(which, example[which], example.sent?.[which]);
  return judge({ parent: sent("parent"), child: sent(child), provider: example.provider ?? "anthropic" }).findings;
}

/** `CB202 cause`: what most tests ask of findings. */
export function rolesOf(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ code, role }) => `${code} ${role}`);
}
