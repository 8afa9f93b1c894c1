import { createHash } from "node:crypto";
import { cutWhiteSpace } from "../compare/pieces.ts";
import type { Exchange } from "../kernel/exchange.ts";
import type { Block, Layout, Segment } from "../kernel/layout.ts";
import type { Span } from "../kernel/span.ts";
import { hideCredentials } from "../verdict/hide-credentials.ts";

/** Values by name, with credentials masked. A long value ends with its digest. */
export type Members = ReadonlyMap<string, string>;

/** A request outside its prompt: the members of its body, the path, and where its breakpoints are. */
export function membersOf({ body, units, parameters }: Layout, path: string): Members {
  const members = parameters.map(({ name, value }) => [name, textOf(body, value)] as const);
  const blocks = units.filter((unit): unit is Block => unit.unit === "block");
  const marks = (["tools", "system", "messages"] as const).flatMap((segment) => {
    const text = marksOf(body, blocks, segment);
    return text === "" ? [] : [[`breakpoints in ${segment}`, text] as const];
  });
  // The query of a URL may hold a key.
  return new Map([["path", path.split("?")[0] ?? ""], ...members, ...marks]);
}

/** The headers that a client may change on purpose, in lower case. */
export function headersOf({ headers }: Exchange): Members {
  const members = new Map<string, string>();
  for (const [spelled, value] of headers) {
    const name = spelled.toLowerCase();
    if (UNTOLD.test(name)) continue;
    const known = members.get(name);
    const masked = hideCredentials(Buffer.from(value)).toString("utf8");
    members.set(name, known === undefined ? masked : `${known}, ${masked}`);
  }
  return members;
}

/** Credentials, and what every request has of its own. */
const UNTOLD = /authorization|api-?key|token|cookie|secret|^content-length$|^date$|^host$|request-id|trace|idempotency/;

/** The messages grow: in them a place is counted from the end. */
function marksOf(body: Buffer, blocks: readonly Block[], segment: Segment): string {
  const inside = blocks.filter((block) => block.segment === segment);
  return inside
    .flatMap(({ marks, pointer }, at) =>
      marks.map(({ value }) => {
        const place = segment === "messages" ? `block ${inside.length - at} from the end` : pointer;
        return `${place} ${textOf(body, value)}`;
      }),
    )
    .join("; ");
}

/** A longer value is cut, and keeps its digest: two that differ behind the cut stay different. */
const LONGEST = 160;

function textOf(body: Buffer, span: Span): string {
  const pieces = cutWhiteSpace(body, [span]).map(({ start, end }) => body.subarray(start, end));
  const raw = Buffer.concat(pieces);
  if (raw.length <= LONGEST) return hideCredentials(raw).toString("utf8");
  const head = hideCredentials(raw)
    .subarray(0, LONGEST / 2)
    .toString("utf8");
  return `${head}… (sha256 ${createHash("sha256").update(raw).digest("hex").slice(0, 12)})`;
}
