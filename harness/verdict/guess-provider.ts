import { modelOf } from "../wires/model-of.ts";
import { boundedMemo } from "../kernel/memo/bounded-memo.ts";
import type { Exchange } from "../kernel/exchange.ts";
import type { DialectName, Layout } from "../kernel/layout.ts";
import { inventorOf, providers } from "../providers/list.ts";
import type { Provider } from "../providers/provider.ts";

/**
 * The provider whose cache rules apply if the user names no provider: the one that the recording names, else by host, by headers
 * of one provider's clients, by model, by wire format. A loopback host hides the provider.
 */
export function guessProvider(exchange: Exchange, layout: Layout): string | null {
  return (
    recordedProvider(exchange) ??
    byHost(exchange, layout)?.name ??
    byHeader(exchange)?.name ??
    byModel(modelOf(layout, exchange.path), layout.dialect)?.name ??
    byWire(layout.dialect)?.name ??
    null
  );
}

/** Some recordings keep it with the exchange. */
function recordedProvider(exchange: Exchange): string | null {
  return "provider" in exchange && typeof exchange.provider === "string" ? exchange.provider : null;
}

/** A cloud sells models of others at the host of its own, in their makers' wire formats. */
function byHost({ host }: Exchange, { dialect }: Layout): Provider | undefined {
  const name = host?.split(":")[0]?.toLowerCase() ?? "";
  return providersOfHosts(`${name} ${dialect}`, () =>
    providers.find(
      ({ hosts, sharesHosts, wires }) =>
        hosts.some((suffix) => name === suffix || name.endsWith(`.${suffix}`)) &&
        (sharesHosts !== true || wires.includes(dialect)),
    ),
  );
}

/** All requests of a log go to a few hosts. */
const providersOfHosts = boundedMemo<Provider | undefined>();

function byHeader({ headers }: Exchange): Provider | undefined {
  const sent = headers.map(([name]) => name.toLowerCase());
  return providers.find((each) => each.headers?.some((start) => sent.some((name) => name.startsWith(start))) === true);
}

/** A model that one provider alone serves under that name, on a wire format that several serve. */
function byModel(model: string | null, wire: DialectName): Provider | undefined {
  const name = model ?? "";
  if (wire === "openai-chat" && /^[\w-]+\/[\w.:-]+$/.test(name)) return providers.find(({ isGateway }) => isGateway);
  if (providers.filter(({ wires }) => wires.includes(wire)).length === 1) return undefined;
  return providers.find(({ models, modelsAreResold }) => modelsAreResold !== true && models?.test(name) === true);
}

function byWire(wire: DialectName): Provider | null {
  const inventor = inventorOf(wire);
  return inventor.isWidelyCopied === true ? null : inventor;
}
