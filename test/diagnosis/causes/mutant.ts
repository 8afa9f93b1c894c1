import type { Exchange, Header } from "../../../harness/kernel/exchange.ts";
import type { Judgement } from "../../../harness/kernel/judgement.ts";
import { judge } from "../../../harness/verdict/judge.ts";
import type { Json, JsonObject } from "../../lineage/sessions/json.ts";
import type { RealBody } from "./real-bodies.ts";

/** Two requests of which one was made of the other, and the only cause that is right. */
export type Mutant = {
  /** The code; null where nothing is lost. */
  readonly code: string | null;
  readonly does: string;
  readonly parent: JsonObject;
  readonly child: JsonObject;
  readonly provider?: string;
  /** Edits of the written bodies. */
  readonly raw?: { readonly parent: (body: string) => string; readonly child: (body: string) => string };
  /** What the two requests send instead of the recorded headers. */
  readonly headers?: { readonly parent: readonly Header[]; readonly child: readonly Header[] };
};

/** The codes of the causes in the prefix, its parameters and its routing. */
export function causesOf({ findings }: Pick<Judgement, "findings">): readonly string[] {
  const causes = findings.filter(({ role, code }) => role === "cause" && /^CB[12346]/.test(code));
  return [...new Set(causes.map(({ code }) => code))];
}

export function judgeMutant(real: RealBody, { parent, child, provider, headers, raw }: Mutant): Judgement {
  const edited = raw !== undefined || headers !== undefined;
  return judge({
    parent: edited ? sent(real, "parent", parent, headers?.parent, raw?.parent) : sentParent(real, parent),
    child: sent(real, "child", child, headers?.child, raw?.child),
    ...(provider === undefined ? {} : { provider }),
  });
}

/** One request for all children of a parent: it is written once, and read once by the judge. */
function sentParent(real: RealBody, body: JsonObject): Exchange {
  const known = parents.get(body);
  if (known !== undefined) return known;
  const request = sent(real, "parent", body);
  parents.set(body, request);
  return request;
}

const parents = new WeakMap<JsonObject, Exchange>();

function sent(
  { exchange }: RealBody,
  id: "parent" | "child",
  body: JsonObject,
  headers: readonly Header[] = exchange.headers,
  edit: (body: string) => string = (text) => text,
): Exchange {
  return {
    ...exchange,
    id,
    forkOf: null,
    request: Buffer.from(edit(written(body))),
    headers,
    response: null,
    usage: null,
    startedAtMs: null,
    firstByteMs: null,
  };
}

/** As `JSON.stringify` writes it. Most mutants of a body share its tools and nearly all of its messages, which are written once. */
function written(body: JsonObject): string {
  const member = (value: Json): string => (Array.isArray(value) ? `[${value.map(once).join(",")}]` : once(value));
  return `{${Object.entries(body)
    .map(([name, value]) => `${JSON.stringify(name)}:${member(value)}`)
    .join(",")}}`;
}

const texts = new WeakMap<object, string>();

function once(value: Json): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const known = texts.get(value) ?? JSON.stringify(value);
  texts.set(value, known);
  return known;
}
