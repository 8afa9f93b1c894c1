import { modelOf } from "../../../harness/wires/model-of.ts";
import { hadEffortPrompt } from "../../../harness/simulate/recorded/recorded-counter.ts";
import { recordedUsage } from "../../../harness/simulate/recorded/recorded-usage.ts";
import { exclusionOf } from "../../../harness/simulate/exclusion-of.ts";
import type { RecordedExchange, Source } from "../../../harness/cassette/recorded-exchange.ts";
import { effortPrompt } from "../../../harness/cache-model/tokens/deepseek-prompt.ts";
import { imageTokens } from "../../../harness/cache-model/tokens/image-tokens.ts";
import { hasTemplate } from "../../../harness/cache-model/tokens/frame-templates.ts";
import { type KnownFrames, knownFrames } from "../../../harness/cache-model/tokens/known-frames.ts";
import { documentedTokens, readUnits } from "../../../harness/cache-model/tokens/estimate-prompt.ts";
import {
  type FeatureName,
  featureNames,
  frameNames,
  inOrder,
  requestFeatures,
  textFeatures,
  unitFeatures,
} from "../../../harness/cache-model/tokens/prompt-features.ts";
import { countText, type Encoding, exactTokens } from "../../../harness/cache-model/tokens/text-tokenizer.ts";
import { type TokenFamily, tokenFamilyOf } from "../../../harness/cache-model/tokens/token-family.ts";
import { unitParts, unitTexts } from "../../../harness/cache-model/tokens/unit-parts.ts";
import { tokenizers } from "./fit-families.ts";
import { recognise } from "../../../harness/wires/recognise.ts";
import type { Layout, Unit } from "../../../harness/kernel/layout.ts";
import type { Exclusion, Simulation } from "../../../harness/kernel/simulation.ts";

/** A prompt whose length a provider reported. */
export type RecordedPrompt = {
  readonly id: string;
  readonly provider: string;
  readonly repository: string;
  readonly family: TokenFamily;
  readonly total: number;
  /** Of the total, what no rate decides: documented tool prompts, images of a known size. */
  readonly fixed: number;
  readonly features: ReadonlyMap<FeatureName, number>;
  /** Tokens of its texts by a public tokenizer; null if its family has no public tokenizer. */
  readonly texts: number | null;
  readonly body: string;
  readonly kind: ContentKind;
};

/** What most of a prompt is. */
export type ContentKind = "below 200 tokens" | "tools and calls" | "prose" | "results" | "thinking";

export type PromptsFound = {
  readonly prompts: readonly RecordedPrompt[];
  /** Exchanges whose length no body shows, by reason. */
  readonly leftOut: ReadonlyMap<string, number>;
};

/** Every prompt of a recording whose whole length was reported. */
export function recordedPrompts(source: Source, { exchanges }: Simulation, recording: string): PromptsFound {
  const prompts: RecordedPrompt[] = [];
  const leftOut = new Map<string, number>();
  for (const { id, setApart } of exchanges) {
    const found = TELLS_ITS_LENGTH.has(setApart) ? promptOf(source.load(id), recording) : (setApart ?? "");
    if (typeof found === "string") leftOut.set(found, (leftOut.get(found) ?? 0) + 1);
    else prompts.push(found);
  }
  return { prompts, leftOut };
}

/** An exchange that reports no read may still report the whole length. */
const TELLS_ITS_LENGTH: ReadonlySet<Exclusion | null> = new Set([null, "warm start", "no cache model"] as const);

function promptOf(exchange: RecordedExchange, recording: string): RecordedPrompt | string {
  const dialect = exchange.request.length === 0 ? null : recognise(exchange);
  if (dialect === null) return "no request body";
  const layout = dialect.parseLayout(exchange.request);
  const recorded = recordedUsage(dialect, exchange, layout)?.counts ?? null;
  const total = recorded?.total ?? null;
  const reason = exclusionOf(dialect.name, exchange, recorded);
  if (reason !== null || total === null) return reason ?? "no usage reported";
  if (hasServerTools(layout) || exchange.request.includes('"server_tool_use"')) return "tools that run at the provider";
  if (exchange.request.includes('"type":"compaction"')) return "compacted history";
  const model = modelOf(layout, exchange.path) ?? "";
  const family = tokenFamilyOf(model, layout.dialect);
  const isRead = readUnits(layout, family, model);
  const images = layout.units.flatMap((unit) => unitParts(layout.body, unit).images);
  if (images.includes(null)) return "documents and images without a size";
  if (hidesThinking(layout, isRead)) return "thinking of which the body holds no text";
  const { auto, surplus } = documentedTokens(layout, family, model);
  const absent = hadEffortPrompt(exchange) ? 0 : effortPrompt(layout, model);
  const frames = knownFrames(layout, family, model);
  const features = featuresOf(layout, family, isRead, frames?.headText ?? "");
  return {
    id: exchange.id,
    provider: exchange.provider ?? "unknown",
    repository: sourceOf(exchange.id, recording),
    family,
    total,
    fixed:
      auto -
      absent +
      surplus +
      framesOf(frames) +
      images.reduce((sum, size) => sum + imageTokens(family, model, size), 0),
    features,
    texts: textsOf(layout, tokenizers[family] ?? null, isRead, frames),
    body: exchange.request.toString("utf8"),
    kind: kindOf(features, total),
  };
}

/** An id of recorded traffic begins with the repository that it was published in; of any other, the recording is the source. */
function sourceOf(id: string, recording: string): string {
  const end = id.indexOf(":");
  return end < 0 ? recording : id.slice(0, end);
}

/** Tokens of a template that is known. */
function framesOf(frames: KnownFrames | null): number {
  return frames === null ? 0 : frames.units.reduce((sum, tokens) => sum + tokens, frames.head + frames.trailer);
}

function featuresOf(
  layout: Layout,
  family: TokenFamily,
  isRead: (unit: Unit) => boolean,
  headText: string,
): ReadonlyMap<FeatureName, number> {
  const sums = new Map<FeatureName, number>();
  const units = layout.units.filter(isRead);
  const parts = [
    inOrder(requestFeatures(layout)),
    textFeatures(headText),
    ...units.map((unit) => unitFeatures(family)(layout.body, unit)),
  ];
  const names = hasTemplate(family)
    ? featureNames.filter((name) => !frameNames.some((frame) => frame === name))
    : featureNames;
  for (const part of parts)
    for (const name of names) sums.set(name, (sums.get(name) ?? 0) + (part[featureNames.indexOf(name)] ?? 0));
  return sums;
}

/** Sealed in a signature or in encrypted bytes, whose length says little: such a block is prompt, and of its text a summary at most is there. */
function hidesThinking(layout: Layout, isRead: (unit: Unit) => boolean): boolean {
  const thinking = layout.units.filter(isRead).filter((unit) => unit.unit === "block" && unit.kind === "thinking");
  return thinking.some((unit) => isSealed(layout.body, unit) || unitTexts(layout.body, unit).join("") === "");
}

/** What is encrypted is read in full; the text next to it is a summary (OpenAI, Reasoning models). */
function isSealed(body: Buffer, { span }: Unit): boolean {
  return /"encrypted_content"\s*:\s*"[^"]/.test(body.toString("latin1", span.start, span.end));
}

function textsOf(
  { units, body }: Layout,
  encoding: Encoding | null,
  isRead: (unit: Unit) => boolean,
  frames: KnownFrames | null,
): number | null {
  if (encoding === null) return null;
  const asked = countText(frames?.headText ?? "", encoding);
  return units.filter(isRead).reduce((sum, unit) => sum + exactTokens[encoding](body, unit), asked);
}

/** A tool without a schema of the client's is the provider's own, with a prompt of its own. */
function hasServerTools({ units, body }: Layout): boolean {
  return units.some((unit) => {
    if (unit.unit === "envelope" || unit.kind !== "tool") return false;
    const text = body.toString("utf8", unit.span.start, unit.span.end);
    return (
      !/"(?:input_schema|parameters|parametersJsonSchema|inputSchema|function|toolSpec)"\s*:/.test(text) &&
      /"type"\s*:\s*"(?!function|custom)/.test(text)
    );
  });
}

function kindOf(features: ReadonlyMap<FeatureName, number>, total: number): ContentKind {
  const of = (name: FeatureName): number => features.get(name) ?? 0;
  if (total < 200) return "below 200 tokens";
  if (of("inThinking") > total * 0.25) return "thinking";
  if (of("inResults") > total * 0.25) return "results";
  const areTools = of("inTools") + of("inCalls") > total * 0.15 || (of("tool") > 0 && total < 1_500);
  return areTools ? "tools and calls" : "prose";
}
