import { createHash, type Hash } from "node:crypto";
import { bodyDigest, knowDigest } from "../../kernel/body-digest.ts";
import { commonHead } from "../../wire-scan/common-head.ts";

/** In bytes. Below, a digest costs no more than it would save. */
const SMALL = 16_384;

/**
 * Computes the digests of bodies that repeat one another: the part shared with the previous body is taken from that body's
 * digest, which continues from there. In a growing conversation each byte is digested about twice, not once a request.
 */
export class GrowingDigest {
  #last: { readonly body: Buffer; readonly state: Hash; readonly fed: number } | null = null;

  /** The sha256 of a body, in hexadecimal digits. */
  of(body: Buffer): string {
    if (body.length < SMALL) return bodyDigest(body);
    const last = this.#last;
    const common = last === null ? 0 : commonHead(last.body, body);
    const growsFurther = last !== null && last.fed > 0 && last.fed <= common;
    const state = growsFurther ? last.state.copy() : createHash("sha256");
    state.update(body.subarray(growsFurther ? last.fed : 0, common));
    this.#last = { body, state: state.copy(), fed: common };
    const digest = state.update(body.subarray(common)).digest("hex");
    knowDigest(body, digest);
    return digest;
  }
}
