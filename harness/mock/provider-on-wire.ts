import type { DialectName } from "../kernel/layout.ts";
import { inventorOf, providers } from "../providers/list.ts";
import type { WireRequest } from "./mock-wire.ts";
import { headerOf } from "./parse-json-body.ts";

/** A header that names the provider where neither path nor model does: vLLM, SGLang, Groq's models behind another path. */
export const PROVIDER_HEADER = "x-forkproof-provider";

/**
 * The provider whose cache answers a request in a wire format that several providers serve. A mocked provider has no host to
 * decide it: our header does, else the path, else the model, else the inventor of the wire format.
 */
export function providerOnWire(wire: DialectName, model: string, { path, headers }: Sent = NOWHERE): string {
  const named = headerOf(headers, PROVIDER_HEADER);
  const serving = providers.filter(({ wires }) => wires.includes(wire));
  if (named !== "" && serving.length > 1) return named;
  const found =
    serving.find(({ servesAt }) => servesAt?.({ wire, path, model }) === true) ??
    (/^[\w.-]+\/[\w.:-]+$/.test(model)
      ? serving.find(({ isGateway }) => isGateway)
      : serving.find(({ models }) => models?.test(model) === true));
  return (found ?? inventorOf(wire)).name;
}

type Sent = Pick<WireRequest, "path" | "headers">;

const NOWHERE: Sent = { path: "", headers: [] };
