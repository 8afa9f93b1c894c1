import type { Header, RecordedResponse } from "../kernel/exchange.ts";
import { isJsonObject, type JsonObject } from "../kernel/json.ts";
import type { Layout } from "../kernel/layout.ts";
import type { SaleTerms } from "../kernel/text/sold-name.ts";
import { locationOf } from "./location-of.ts";
import type { SavedUsage } from "./shared/usage/kept-usage.ts";
import { pricedMedia } from "./shared/usage/priced-media.ts";
import { usageHolders, usagesIn } from "./shared/usage/usages-in.ts";

type Sold = {
  readonly path: string;
  readonly response: RecordedResponse | null;
  readonly usage?: SavedUsage | null;
  readonly headers?: readonly Header[];
};

/**
 * The terms on which a request was sold (harness/providers/FACTS.md#prices). Providers answer with the tier that they used, which may be
 * another than the one that was asked for; a request alone shows what it asked for.
 */
export function saleTerms({ path, response, usage = null, headers = [] }: Sold, layout: Layout | null): SaleTerms {
  const answered = [...(usage === null ? [] : [usage]), ...(response === null ? [] : answeredBy(response))];
  return {
    ...locationOf(path),
    ...tierOf(answered, [...askedInHeaders(headers), layout === null ? {} : askedFor(layout)]),
  };
}

/** The terms that the headers and members of a request ask for. */
export function askedTerms(path: string, headers: readonly Header[], request: JsonObject): SaleTerms {
  return { ...locationOf(path), ...tierOf([], [...askedInHeaders(headers), request]) };
}

/** Vertex's tiers: the first header chooses reserved capacity, the second a tier of the shared one. */
const TIER_HEADERS: readonly string[] = ["x-vertex-ai-llm-request-type", "x-vertex-ai-llm-shared-request-type"];

function askedInHeaders(headers: readonly Header[]): readonly JsonObject[] {
  return TIER_HEADERS.flatMap((name) =>
    headers.filter((header) => header[0].toLowerCase() === name).map(([, value]) => ({ service_tier: value.trim() })),
  );
}

/** The members that name a tier, a speed and a geography, on all wires. */
const TERMS: readonly (readonly string[])[] = [
  ["service_tier", "serviceTier", "trafficType"],
  ["speed"],
  ["inference_geo"],
];

/** Words for the usual terms; `auto` leaves the choice to the account. */
const STANDARD: ReadonlySet<string> = new Set(
  ["", "standard", "standard_only", "default", "auto", "on_demand", "shared", "global", "not_available"], //
);

function tierOf(answered: readonly JsonObject[], asked: readonly JsonObject[]): SaleTerms {
  // Vertex answers with the tier behind the word for shared capacity: `ON_DEMAND_FLEX`.
  const words = TERMS.map((names) =>
    (wordIn(answered, names) ?? wordIn(asked, names) ?? "").toLowerCase().replace(/^on_demand_/, ""),
  );
  const special = [...words.filter((word) => !STANDARD.has(word)), ...pricedMedia(answered)];
  return special.length === 0 ? {} : { tier: special.join("+") };
}

/** The last word of a stream counts. Converse has the word in an object. */
function wordIn(holders: readonly JsonObject[], names: readonly string[]): string | null {
  const values = holders.flatMap((each) => names.map((name) => each[name]));
  const words = values.map((value) => (isJsonObject(value) ? value["type"] : value));
  return words.findLast((word) => typeof word === "string") ?? null;
}

/** A script's answer says nothing of a sale. */
function answeredBy(response: RecordedResponse): readonly JsonObject[] {
  return response.usageIsReal ? [...usageHolders(response), ...usagesIn(response)] : [];
}

function askedFor(layout: Layout): JsonObject {
  const named = layout.parameters.filter(({ name }) => TERMS.some((names) => names.includes(name)));
  return Object.fromEntries(
    named.map(({ name, value }): readonly [string, unknown] => [
      name,
      JSON.parse(layout.body.toString("utf8", value.start, value.end)),
    ]),
  );
}
