import { hash } from "node:crypto";
import { cutOut } from "../compare/pieces.ts";
import { alongMessages } from "../kernel/along-messages.ts";
import type { Layout, Unit } from "../kernel/layout.ts";
import { originOf } from "../kernel/moved-units.ts";
import { Sequence } from "../kernel/sequence.ts";
import { decodeString } from "../wire-scan/decode-string.ts";
import { scanElements } from "../wire-scan/scan-container.ts";
import { skipValue } from "../wire-scan/skip-value.ts";
import { walkMembers } from "../wire-scan/walk-members.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;

/** A request as lineage sees it: equal digests, equal content. Marks are left out, since they move from turn to turn. */
export type RequestDigest = {
  readonly tools: string;
  readonly system: string;
  /** One for each message, in order. */
  readonly messages: List<string>;
  /** For each message one for its first unit, its first two, and so on: a client may add blocks to the last message. */
  readonly leads: List<readonly string[]>;
  /** Whether the model said it, for each message. */
  readonly byModel: List<boolean>;
};

/** Requests that repeat one another share what their digests hold. */
type List<T> = Pick<Sequence<T>, "at" | "length">;

/** What is known of the messages of a request, or of its first ones. */
type Said = {
  readonly messages: Sequence<string>;
  readonly leads: Sequence<readonly string[]>;
  readonly byModel: Sequence<boolean>;
};

/** Digests a request. Messages that a layout took over from one before it (see Dialect.layOut) are not digested again. */
export function digestRequest(layout: Layout): RequestDigest {
  const [tools, system]: [string[], string[]] = [[], []];
  for (const unit of layout.units) {
    if (unit.segment === "messages") break;
    (unit.segment === "tools" ? tools : system).push(digestUnit(layout, unit));
  }
  const { messages, leads, byModel } = digestMessages(layout);
  return { tools: digestText(tools.join("")), system: digestText(system.join("")), messages, leads, byModel };
}

const NOTHING: Said = { messages: Sequence.empty(), leads: Sequence.empty(), byModel: Sequence.empty() };

const digestMessages = alongMessages(NOTHING, ({ messages, leads, byModel }, layout, from, to) => {
  const { said, isModels } = digestMessage(layout, from, to);
  // A list of its own: one that two requests share says that all before it is shared too.
  return { messages: messages.and(said.at(-1) ?? ""), leads: leads.and([...said]), byModel: byModel.and(isModels) };
});

type SaidOnce = { readonly said: readonly string[]; readonly isModels: boolean };

/** A message moves as a whole (see `moved-units`): what it says is digested, and held, once. */
function digestMessage(layout: Layout, from: number, to: number): SaidOnce {
  const last = layout.units[to - 1];
  const known = last && spoken.get(originOf(last));
  if (known !== undefined) return known;
  const said: string[] = [];
  let isModels = false;
  for (let at = from; at < to; at += 1) {
    const unit = layout.units[at];
    if (unit === undefined) continue;
    said.push(digestText((said.at(-1) ?? "") + digestOf(layout, unit)));
    isModels ||= isByModel(unit);
  }
  if (last !== undefined) spoken.set(originOf(last), { said, isModels });
  return { said, isModels };
}

const spoken = new WeakMap<Unit, SaidOnce>();

/** Tools and the system prompt are mostly the very same units. */
function digestUnit(layout: Layout, unit: Unit): string {
  const known = digests.get(unit);
  if (known !== undefined) return known;
  const digest = digestOf(layout, unit);
  digests.set(unit, digest);
  return digest;
}

const digests = new WeakMap<Unit, string>();

function digestOf(layout: Layout, unit: Unit): string {
  return layout.dialect === "openai-responses" ? digestItem(layout.body, unit) : digestRaw(layout.body, unit);
}

function isByModel(unit: Unit): boolean {
  if (unit.unit === "envelope") return unit.role === "assistant" || unit.role === "model";
  return unit.kind === "tool-use" || unit.kind === "thinking";
}

function digestRaw(body: Buffer, unit: Unit): string {
  if (unit.unit === "block" && unit.marks.length === 0)
    return digestText(body.subarray(unit.span.start, unit.span.end));
  const pieces =
    unit.unit === "envelope"
      ? unit.members
      : cutOut(
          [unit.span],
          unit.marks.map(({ excision }) => excision),
        );
  return digestText(Buffer.concat(pieces.map(({ start, end }) => body.subarray(start, end))));
}

/**
 * Responses items come back from the server with ids and in another member order (recordings/README.md). A canonical form
 * may find whom a request continues; whether it is the same was never decided here.
 */
function digestItem(body: Buffer, unit: Unit): string {
  if (unit.unit === "envelope") {
    const members = unit.members.map(({ start, end }) => body.toString("utf8", start, end));
    return digestText(
      members
        // A string for `input` has no members, and says what a user's message says that has but its role.
        .filter((member) => !/^"(?:id|status)"|^"role"\s*:\s*"user"$|^"type"\s*:\s*"message"$/.test(member))
        .sort()
        .join(),
    );
  }
  return digestText(canonical(body, unit.span.start, unit.span.end, 0));
}

/** An item or its parts are not nested deeper than this; what is, is somebody's data and stays as it is spelled. */
const DEEPEST = 64;

/** One spelling for a value in whatever order its members stand, without ids and states. */
function canonical(body: Buffer, start: number, end: number, depth: number): string {
  if (depth === DEEPEST) return body.toString("utf8", start, end);
  if (body[start] === OPEN_BRACKET) {
    const elements: string[] = [];
    scanElements(body, start, (_, at) => {
      const elementEnd = skipValue(body, at);
      elements.push(canonical(body, at, elementEnd, depth + 1));
      return elementEnd;
    });
    return `[${elements.join()}]`;
  }
  if (body[start] !== OPEN_BRACE) return JSON.stringify(JSON.parse(body.toString("utf8", start, end)));
  const members: string[] = [];
  walkMembers(body, start, (keyStart, keyEnd, valueStart, valueEnd) => {
    const name = decodeString(body, keyStart, keyEnd);
    if (name === "id" || name === "status") return;
    members.push(`${JSON.stringify(name)}:${canonical(body, valueStart, valueEnd, depth + 1)}`);
  });
  return `{${members.sort().join()}}`;
}

function digestText(text: string | Buffer): string {
  return hash("sha1", text, "base64");
}

/** The digest of no tools, and of no system prompt. */
export const NO_UNITS: string = digestText("");
