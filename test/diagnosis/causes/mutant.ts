import type { Exchange, Header } from "../../../harness/kernel/exchange.ts";
import type { Judgement } from "../../../harness/kernel/judgement.ts";
import { judge } from "../../../harness/verdict/judge.ts";
import type { JsonObject } from "../../lineage/sessions/json.ts";
import type { RealBody } from "./real-bodies.ts";

/** Two requests of which one was made of the other, and the only cause that is right. */
export type Mutant = {
  /** The code; null where nothing is lost. */
  readonly code: string | null;
  readonly does: string;
  readonly parent: JsonObject;
  readonly child: JsonObject;
  readonly provider?: string;
  /** What the two requests send instead of the recorded headers. */
  readonly headers?: { readonly parent: readonly Header[]; readonly child: readonly Header[] };
};

/** The codes of the causes in the prefix, its parameters and its routing. */
export function causesOf({ findings }: Pick<Judgement, "findings">): readonly string[] {
  const causes = findings.filter(({ role, code }) => role === "cause" && /^CB[12346]/.test(code));
  return [...new Set(causes.map(({ code }) => code))];
}

export function judgeMutant({ exchange }: RealBody, { parent, child, provider, headers }: Mutant): Judgement {
  const sent = (id: string, body: JsonObject, own: readonly Header[] | undefined): Exchange => ({
    ...exchange,
    id,
    forkOf: null,
    request: Buffer.from(JSON.stringify(body)),
    headers: own ?? exchange.headers,
    response: null,
    usage: null,
    startedAtMs: null,
    firstByteMs: null,
  });
  return judge({
    parent: sent("parent", parent, headers?.parent),
    child: sent("child", child, headers?.child),
    ...(provider === undefined ? {} : { provider }),
  });
}
