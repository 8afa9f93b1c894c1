import { type JsonObject, isJsonObject } from "../../kernel/json.ts";
import type { Refusal } from "../refusal.ts";
import { type Parts, type Row, type Scene, type Shape, type Wording, refusedPart } from "./row.ts";

/** A provider's refusals in the order in which it checks. */
export type RefusalTable<Asked> = {
  /** Members of each refusal that a row does not set. */
  readonly usual: Refusal;
  /** A wire's texts for shapes; a row may have its own. */
  readonly words: { readonly [Kind in Shape["refuses"]]?: Wording };
  /** How the wire writes a place: names, indexes, and types in angle brackets. */
  readonly place: (keys: readonly Key[]) => string;
  readonly stages: readonly Stage<Asked>[];
};

/** A stage reads the whole body. Inside it, neighbouring rows below one list are asked of its first element, then of the next. */
export type Stage<Asked> = {
  /** By default every request. */
  readonly of?: (asked: Asked) => boolean;
  readonly rows: readonly Row<Asked>[];
};

export type Key = string | number;

export type FindRefusal<Asked> = (body: JsonObject, asked: Asked) => Refusal | null;

/** The first refusal of a body by a table. */
export function refusalsOf<Asked>(table: RefusalTable<Asked>): FindRefusal<Asked> {
  const stages = table.stages.map(({ of, rows }) => ({
    of,
    nodes: treeOf(rows.map((row) => ({ row, steps: row.path.match(STEPS) ?? [] }))),
  }));
  return (body, asked) => {
    for (const { of, nodes } of stages) {
      if (of !== undefined && !of(asked)) continue;
      const spot = { value: body, holder: body, key: "", up: null };
      const found = search(nodes, spot, { asked, body });
      if (found !== null) return wordRefusal(found, table, asked);
    }
    return null;
  };
}

const STEPS = /\[\*\]|<[^>]+>|[^.[<]+/g;

/** Rows as a tree: neighbours with the same step share its node. */
type Node<Asked> =
  | { readonly kind: "row"; readonly row: Row<Asked> }
  | { readonly kind: "elements"; readonly inner: readonly Node<Asked>[] }
  | { readonly kind: "typed"; readonly types: readonly unknown[]; readonly inner: readonly Node<Asked>[] }
  | {
      readonly kind: "member";
      readonly name: string;
      readonly inner: readonly Node<Asked>[];
      /** Whether a row refuses a missing member. */
      readonly isAsked: boolean;
    };

type Path<Asked> = { readonly row: Row<Asked>; readonly steps: readonly string[] };

function treeOf<Asked>(paths: readonly Path<Asked>[]): readonly Node<Asked>[] {
  const groups: { readonly step: string | undefined; readonly paths: Path<Asked>[] }[] = [];
  for (const path of paths) {
    const [step] = path.steps;
    const last = groups.at(-1);
    const rest = { row: path.row, steps: path.steps.slice(1) };
    if (last !== undefined && last.step === step) last.paths.push(rest);
    else groups.push({ step, paths: [rest] });
  }
  return groups.flatMap(({ step, paths: inner }): readonly Node<Asked>[] =>
    step === undefined ? inner.map(({ row }) => ({ kind: "row", row })) : [nodeOf(step, treeOf(inner))],
  );
}

function nodeOf<Asked>(step: string, inner: readonly Node<Asked>[]): Node<Asked> {
  if (step === "[*]") return { kind: "elements", inner };
  if (step.startsWith("<")) {
    const types = step.slice(1, -1).split("|");
    return {
      kind: "typed",
      types: types.map((type) => (type === "undefined" ? undefined : type === "null" ? null : type)),
      inner,
    };
  }
  const isAsked = inner.some(
    (node) => node.kind === "row" && (typeof node.row.test === "function" || node.row.test.refuses === "missing"),
  );
  return { kind: "member", name: step, inner, isAsked };
}

/** A value on the way from the body to where a row looks. */
type Spot = {
  readonly value: unknown;
  readonly holder: JsonObject;
  readonly key: Key;
  readonly up: Spot | null;
};

type Found<Asked> = { readonly row: Row<Asked>; readonly spot: Spot; readonly parts: Parts };

type Request<Asked> = Pick<Scene<Asked>, "asked" | "body">;

function search<Asked>(nodes: readonly Node<Asked>[], spot: Spot, request: Request<Asked>): Found<Asked> | null {
  for (const node of nodes) {
    const found = node.kind === "row" ? ask(node.row, spot, request) : follow(node, spot, request);
    if (found !== null) return found;
  }
  return null;
}

function ask<Asked>(row: Row<Asked>, spot: Spot, { asked, body }: Request<Asked>): Found<Asked> | null {
  const { test } = row;
  const { value, holder } = spot;
  const answer = typeof test === "function" ? test(value, { asked, body, holder }) : refusedPart(test, value);
  if (answer === null || answer === false) return null;
  return { row, spot, parts: answer === true ? {} : answer };
}

function follow<Asked>(
  node: Exclude<Node<Asked>, { readonly kind: "row" }>,
  up: Spot,
  request: Request<Asked>,
): Found<Asked> | null {
  const { value, holder } = up;
  if (node.kind === "elements") {
    for (let index = 0; Array.isArray(value) && index < value.length; index += 1) {
      const found = search(node.inner, { value: value[index], holder, key: index, up }, request);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isJsonObject(value)) return null;
  if (node.kind === "typed") {
    if (!node.types.includes(value["type"])) return null;
    return search(node.inner, { value, holder, key: `<${String(node.types[0])}>`, up }, request);
  }
  const member = value[node.name];
  if (member === undefined && !node.isAsked) return null;
  return search(node.inner, { value: member, holder: value, key: node.name, up }, request);
}

function wordRefusal<Asked>(
  found: Found<Asked>,
  { usual, words, place }: Omit<RefusalTable<Asked>, "stages">,
  asked: Asked,
): Refusal {
  const { row, parts } = found;
  const shape = typeof row.test === "function" ? null : row.test.refuses;
  const wording = row.vendorWords?.(asked) ?? { ...(shape !== null && words[shape]), ...row };
  const all = { ...partsOf(found, place), ...parts };
  const text = (template: string): string =>
    template.replaceAll(/\{(\w+)\}/g, (whole, part: string) => (part in all ? spelled(all[part]) : whole));
  const message = text(wording.words ?? usual.message);
  const { status = usual.status, type = usual.type, code, param, document } = wording;
  return {
    ...usual,
    status,
    type,
    message,
    ...(code !== undefined && { code: text(code) }),
    ...(param !== undefined && { param: text(param) }),
    ...(document !== undefined && { document: document(message) }),
    row,
  };
}

/** Parts that every text may name. `at` is the value's own place, `place` the one to blame: of an extra member its own. */
function partsOf<Asked>({ spot, parts }: Found<Asked>, place: RefusalTable<Asked>["place"]): Parts {
  const { value } = spot;
  const keys = keysTo(spot);
  const name = typeof parts["name"] === "string" ? [parts["name"]] : [];
  return {
    value,
    json: JSON.stringify(value),
    found: describeType(value),
    at: place(keys),
    place: place([...keys, ...name]),
    path: keys.join("."),
    index: keys.findLast((key) => typeof key === "number"),
  };
}

function describeType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return `${/^[aeiou]/.test(typeof value) ? "an" : "a"} ${typeof value}`;
}

function keysTo({ key, up }: Spot): readonly Key[] {
  return up === null ? [] : [...keysTo(up), key];
}

function spelled(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** `messages[0].content[1].type`, as OpenAI and Gemini write a place. */
export function placeInBrackets(keys: readonly Key[]): string {
  const named = keys.filter((key) => typeof key === "number" || !key.startsWith("<"));
  return named.map((key, at) => (typeof key === "number" ? `[${key}]` : at === 0 ? key : `.${key}`)).join("");
}
