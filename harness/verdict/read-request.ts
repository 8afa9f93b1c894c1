import type { Wire } from "../wires/wire.ts";
import { wireOfPath } from "../wires/wire-of-path.ts";
import { messagesStart } from "../kernel/memo/fold-messages-memo.ts";
import { commonHead } from "../wire-scan/common-head.ts";
import { knownLayout } from "../wires/known-layout.ts";
import { recognise } from "../wires/recognise.ts";
import type { Exchange } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import type { Layout } from "../kernel/layout.ts";
import { repeatsBytes } from "../wire-scan/absent-words.ts";
import { checkBody, noBody } from "./check-body.ts";
import { mayHideRequests, isPartOfConversation } from "./recording/why-unread.ts";

/** A request that was read: which wire it is on, and where its prefix lies. */
export type ReadRequest = { readonly exchange: Exchange; readonly dialect: Wire; readonly layout: Layout };

/**
 * Reads a request; null where no dialect recognises it. `like` is one that this one may repeat: what is repeated is neither
 * parsed nor scanned again, and its units are the very same.
 *
 * @throws HarnessError HX257 for a request without a body, HX250 for one that is not JSON
 */
export function readRequest(exchange: Exchange, like: ReadRequest | null = null): ReadRequest | null {
  if (like?.exchange === exchange) return like;
  const known = lastReads.get(exchange);
  const likeIs = like === null ? null : identityOf(like.layout);
  if (known !== undefined && known.likeIs === likeIs) return known.read;
  const read = readAnew(exchange, like);
  lastReads.set(exchange, { likeIs, read });
  return read;
}

/** The same for a request that is known to be valid JSON: with the layout that `knownLayout` gives, it is scanned once in all. */
export function knownRequest(exchange: Exchange, like: ReadRequest | null = null): ReadRequest | null {
  if (like !== null) repeatsBytes(exchange.request, like.exchange.request);
  const [dialect, layout] = [recognise(exchange), knownLayout(exchange, like?.layout)];
  return dialect && layout && { exchange, dialect, layout };
}

/** A parent is judged with many children, and a pair by one assertion after the other. A child must not keep its parent's body. */
const lastReads = new WeakMap<Exchange, { readonly likeIs: symbol | null; readonly read: ReadRequest | null }>();

/** Stands for a layout without keeping it. A WeakRef would: until the end of the job, which for a log is all of it. */
function identityOf(layout: Layout): symbol {
  const known = identities.get(layout);
  if (known !== undefined) return known;
  const identity = Symbol("layout");
  identities.set(layout, identity);
  return identity;
}

const identities = new WeakMap<Layout, symbol>();

function readAnew(exchange: Exchange, like: ReadRequest | null): ReadRequest | null {
  if (like === null) {
    checkBody(exchange);
    return knownRequest(exchange);
  }
  repeatsBytes(exchange.request, like.exchange.request);
  checkBody(exchange, like.layout);
  const dialect = beginsAlike(exchange, like) ? like.dialect : recognise(exchange);
  return dialect && { exchange, dialect, layout: dialect.parseLayout(exchange.request, like.layout) };
}

/** The same in a recording: null for a request outside conversations, the fault of one that may hide some. With `passesBroken` it returns what is wrong with a body that is not JSON. */
export function readOrFault(
  exchange: Exchange,
  last: ReadRequest | null,
  passesBroken: boolean,
): ReadRequest | HarnessError | null {
  if (!isPartOfConversation(exchange)) return mayHideRequests(exchange) ? noBody(exchange) : null;
  try {
    return readRequest(exchange, last);
  } catch (error) {
    if (passesBroken && error instanceof HarnessError && error.code === "HX250") return error;
    throw error;
  }
}

/** Whether the path names the wire, and the bodies are equal up to the list of messages, by which each wire is recognised. */
function beginsAlike({ path, request }: Exchange, like: ReadRequest): boolean {
  if (path !== like.exchange.path || wireOfPath(path) !== like.dialect.name) return false;
  const { body, units } = like.layout;
  const first = units[messagesStart(units)];
  return first !== undefined && first.span.start < commonHead(body, request);
}
