import { hash } from "node:crypto";
import { cutOut } from "../compare/pieces.ts";
import type { Layout, Unit } from "../kernel/layout.ts";

/** A request's messages as running digests: two requests with one digest at place k share their first k units. */
export type DigestChain = readonly string[];

/**
 * Digests the messages of requests that repeat one another. Marks are left out, since they move from turn to turn. A unit
 * that a layout took over from the one before it (see Dialect.layOut) is not digested again, so that a growing conversation
 * costs what is new in it.
 */
export class ChainDigester {
  readonly #units = new WeakMap<Unit, string>();

  digest(layout: Layout): DigestChain {
    const chain: string[] = [];
    let running = "";
    for (const unit of layout.units) {
      if (unit.segment !== "messages") continue;
      running = hash("sha1", running + this.#digestUnit(layout.body, unit), "base64");
      chain.push(running);
    }
    return chain;
  }

  #digestUnit(body: Buffer, unit: Unit): string {
    const known = this.#units.get(unit);
    if (known !== undefined) return known;
    const pieces =
      unit.unit === "envelope"
        ? unit.members
        : cutOut(
            [unit.span],
            unit.marks.map((mark) => mark.excision),
          );
    const [only] = pieces;
    const bytes =
      pieces.length === 1 && only !== undefined
        ? body.subarray(only.start, only.end)
        : Buffer.concat(pieces.map((piece) => body.subarray(piece.start, piece.end)));
    const digest = hash("sha1", bytes, "base64");
    this.#units.set(unit, digest);
    return digest;
  }
}
