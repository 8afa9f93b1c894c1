import type { JsonObject } from "../kernel/json.ts";
import { undated } from "../cache-model/cache-scope.ts";
import type { Header } from "../kernel/exchange.ts";

/** The betas that a request asks for, without their dates: in headers, and on Bedrock in the body. */
export function betasOf(headers: readonly Header[], body: JsonObject = {}): readonly string[] {
  const named = headers.flatMap(([name, value]) => (name.toLowerCase() === "anthropic-beta" ? value.split(",") : []));
  const inBody: readonly unknown[] = Array.isArray(body["anthropic_beta"]) ? body["anthropic_beta"] : [];
  return [...named, ...inBody].map((beta) => undated(String(beta).trim()));
}
