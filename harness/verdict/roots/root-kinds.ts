import { modelOf } from "../../wires/model-of.ts";
import { similarity, sharedShingles } from "../../diagnosis/text/similarity.ts";
import { readSystem } from "../../diagnosis/reading/read-system.ts";
import { readTools } from "../../diagnosis/reading/read-tools.ts";
import { type Header, headerOf } from "../../kernel/exchange.ts";
import type { Layout, Unit } from "../../kernel/layout.ts";
import type { Digest } from "../../lineage/requests/digest.ts";
import { digestRequest } from "../../lineage/requests/request-digest.ts";
import type { ReadRequest } from "../read-request.ts";

/** The facts kept of a conversation's first request. No body: a recording may have thousands. */
export type KnownRoot = {
  readonly id: string;
  /** The latest earlier root of its client, agent and model; null where it is the first. */
  readonly earlier: KnownRoot["id"] | null;
  /** Digests of tools and system: equal where both are. */
  readonly digest: string;
  /** The blocks of tools and system, and their raw bytes. */
  readonly extent: { readonly blocks: number; readonly bytes: number };
};

/** The latest root of one client, agent and model. */
type Kind = {
  readonly id: string;
  readonly client: string | null;
  readonly tools: Digest;
  readonly system: Digest;
  readonly names: ReadonlySet<string>;
  readonly text: string;
};

/** Agents of one model among which a new conversation looks for its like, the latest ones. */
const AGENTS = 4;

/** Two agents are one where so much of the longer system prompt, or of the larger set of tools, is in both. */
const MOST = 0.5;

/** Finds for each root the latest earlier one of the same client, model and agent. */
export class RootKinds {
  readonly #kinds = new Map<string, readonly Kind[]>();

  /** Null for a request without tools and system: nothing of it can be shared with another conversation. */
  add(read: ReadRequest): KnownRoot | null {
    const { exchange, layout } = read;
    const head = headOf(layout);
    if (head.length === 0) return null;
    const voice = `${layout.dialect} ${modelOf(layout, exchange.path) ?? ""} ${exchange.host ?? ""}`;
    const kinds = this.#kinds.get(voice) ?? [];
    const kind = kindOf(read, head);
    const like = kinds.findLast((each) => isAlike(each, kind));
    this.#kinds.set(voice, [...kinds.filter((each) => each !== like).slice(1 - AGENTS), kind]);
    const blocks = head.filter(({ unit }) => unit === "block");
    return {
      id: exchange.id,
      earlier: like?.id ?? null,
      digest: `${kind.tools} ${kind.system}`,
      extent: { blocks: blocks.length, bytes: blocks.reduce((sum, { span }) => sum + span.end - span.start, 0) },
    };
  }
}

function headOf({ units }: Layout): readonly Unit[] {
  const end = units.findIndex(({ segment }) => segment === "messages");
  return end === -1 ? units : units.slice(0, end);
}

function kindOf({ exchange, layout }: ReadRequest, head: readonly Unit[]): Kind {
  const { tools, system } = digestRequest(layout);
  const declared = readTools(
    layout,
    head.filter(({ segment }) => segment === "tools"),
  );
  const prompt = readSystem(
    layout,
    head.filter(({ segment }) => segment === "system"),
  );
  return {
    id: exchange.id,
    client: clientOf(exchange.headers),
    tools,
    system,
    names: new Set(declared.map(({ name }) => name)),
    text: prompt.map(({ text }) => text ?? "").join("\n"),
  };
}

function clientOf(headers: readonly Header[]): string | null {
  return headerOf(headers, "user-agent");
}

/** Another agent brings its own system prompt and its own tools; where one of them resembles, it is the same that changed. */
function isAlike(known: Kind, kind: Kind): boolean {
  if (known.client !== null && kind.client !== null && known.client !== kind.client) return false;
  return hasLikeTools(known, kind) || hasLikeSystem(known, kind);
}

function hasLikeTools(known: Kind, { tools, names }: Kind): boolean {
  const most = Math.max(known.names.size, names.size);
  if (most === 0 || known.tools === tools) return most > 0;
  return [...names].filter((name) => known.names.has(name)).length > MOST * most;
}

function hasLikeSystem(known: Kind, { system, text }: Kind): boolean {
  if (known.text === "" || text === "") return false;
  if (known.system === system) return true;
  const [shorter, longer] = [known.text.length, text.length].toSorted((left, right) => left - right);
  if ((shorter ?? 0) < MOST * (longer ?? 0)) return false;
  return similarity(known.text, text) >= MOST || sharedShingles(known.text, text) >= MOST;
}
