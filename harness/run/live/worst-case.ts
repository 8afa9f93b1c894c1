import { isJsonObject } from "../../kernel/json.ts";
import type { SaleTerms } from "../../kernel/text/sold-name.ts";
import { askedTerms } from "../../wires/sale-terms.ts";
import { modelOf } from "../../wires/model-of.ts";
import { wires } from "../../wires/list.ts";
import { isOfWire } from "../../wires/recognise.ts";
import { contextWindow } from "../../money/context-window.ts";
import type { IncomingRequest } from "../../mock/mock-provider.ts";
import { validateJson } from "../../wire-scan/validate-json.ts";

/** The most that a request can use. */
export type WorstCase = SaleTerms & {
  readonly provider: string;
  /** Empty if the request names no model. */
  readonly model: string;
  readonly promptTokens: number;
  /** Whether a breakpoint asks to keep what it stores for an hour, which costs more. */
  readonly keepsLong: boolean;
  /** For all answers together; null if neither the request nor the model limits them. */
  readonly answerTokens: number | null;
};

/** Prompt tokens by the bytes; those of the answer by the request's own limit, else by the model's whole context window. */
export function worstCase(provider: string, request: Omit<IncomingRequest, "host">): WorstCase {
  const { path, headers, body } = request;
  const isJson = validateJson(body) === null;
  const dialect = isJson ? wires.find((each) => isOfWire(each, { path, headers }, body)) : undefined;
  const model = (dialect === undefined ? null : modelOf(dialect.parseLayout(body), path)) ?? "";
  const root: unknown = isJson ? JSON.parse(body.toString()) : null;
  const asked = numberAt(root, LIMITS);
  const each = asked ?? contextWindow(provider, model);
  const answers = numberAt(root, COUNTS) ?? 1;
  const terms = isJsonObject(root) ? askedTerms(path, headers, root) : {};
  const promptTokens = Math.ceil(body.length / BYTES_PER_TOKEN);
  return {
    provider,
    model,
    ...terms,
    promptTokens,
    keepsLong: LONG.test(body.toString("latin1")),
    answerTokens: each === null ? null : each * answers,
  };
}

/** A text that only quotes it counts too: the worst case may be too high, never too low. */
const LONG = /"ttl"\s*:\s*"1h"/;

/** Fewer bytes than any real prompt has to a token, so that the limit holds. */
const BYTES_PER_TOKEN = 2.5;

type Path = readonly string[];

/** Where the wires bound one answer, thinking included. Of several the largest counts. */
const LIMITS: readonly Path[] = [
  ["max_tokens"],
  ["max_completion_tokens"],
  ["max_output_tokens"],
  ["generationConfig", "maxOutputTokens"],
  ["inferenceConfig", "maxTokens"],
];

/** How many answers are asked for. */
const COUNTS: readonly Path[] = [["n"], ["generationConfig", "candidateCount"]];

function numberAt(root: unknown, paths: readonly Path[]): number | null {
  const found = paths.map((path) => path.reduce(memberOf, root)).filter((value) => typeof value === "number");
  return found.length === 0 ? null : Math.max(...found);
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : null;
}
