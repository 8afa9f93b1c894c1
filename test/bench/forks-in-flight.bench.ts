import { forksInFlight } from "../support/forks-in-flight.ts";
import type { BenchCase } from "./bench-case.ts";
import { makePair } from "./make-pair.ts";

const COUNT = 200;
const MEBIBYTE = 1024 * 1024;

/** Forks of one parent, all waiting for their answers. */
export const inFlight: BenchCase = {
  name: "forks-in-flight",
  compares: `what ${COUNT} forks of a 1 MiB parent add to the memory of a process while they wait, with a copy for each`,
  run: async () => {
    const { parent } = makePair(MEBIBYTE, "text", 0);
    await forksInFlight(1, parent);
    const started = performance.now();
    const { rss, arrayBuffers } = await forksInFlight(COUNT, parent);
    const [all, bytes] = [rss, arrayBuffers].map((added) => Math.round(added / MEBIBYTE));
    return [
      {
        what: `${COUNT} forks: ${all} MiB more, ${bytes} MiB of it bytes of bodies (a copy each: ${COUNT} MiB)`,
        medianMs: performance.now() - started,
        against: null,
        bytes: null,
        goal: { says: "at most 60 MiB more", met: rss <= 60 * MEBIBYTE },
      },
    ];
  },
};
