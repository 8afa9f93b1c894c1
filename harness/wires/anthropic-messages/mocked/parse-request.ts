import { type Refusal, invalidRequest } from "../../../providers/refusal.ts";
import { isJsonObject } from "../../../kernel/json.ts";
import type { Header } from "../../../kernel/exchange.ts";
import type { Layout } from "../../../kernel/layout.ts";
import { betasOf } from "../../../mock/betas-of.ts";
import { parseBody } from "./parse-body.ts";
import type { MessagesRequest } from "./messages-request.ts";
import { findMisshapen } from "./refusals.ts";

export type Posted = {
  readonly headers: readonly Header[];
  /** Whether it only counts tokens. */
  readonly counts?: boolean;
  /** The facts that a path holds instead of the body: the model, and whether to stream. */
  readonly named?: { readonly model: string; readonly stream: boolean };
  /** The body's, where it could be laid out. */
  readonly layout?: Layout | null;
};

/** Reads a body, or says in the provider's words why it cannot. */
export function parseRequest(
  bytes: Buffer,
  { headers, counts = false, named, layout = null }: Posted,
): MessagesRequest | Refusal {
  const value = parseBody(bytes, layout);
  if (!isJsonObject(value)) return invalidRequest("The request body is not valid JSON.");
  const body = named === undefined ? value : { ...value, model: named.model };
  const misshapen = findMisshapen(body, { counts });
  if (misshapen !== null) return misshapen;
  return {
    model: String(body["model"]),
    stream: named?.stream ?? body["stream"] === true,
    betas: betasOf(headers, value),
    body,
  };
}
