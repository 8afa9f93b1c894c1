import { createHash } from "node:crypto";

/** Whether the n-th draw of this name is among the share `rate`: always the same for one seed. */
export function draws(seed: string, name: string, count: number, rate: number): boolean {
  return createHash("sha256").update(`${seed} ${name} ${count}`).digest().readUInt32BE(0) / 2 ** 32 < rate;
}
