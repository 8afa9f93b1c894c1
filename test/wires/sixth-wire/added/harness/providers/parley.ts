import type { Provider } from "./provider.ts";
import { automaticCache, everyModel } from "./rules/automatic-cache.ts";

/** A made-up provider on a made-up wire format. */
export const parleyHouse: Provider = {
  name: "parley-house",
  hosts: ["parley.example"],
  wires: ["parley"],
  inventedWires: ["parley"],
  caches: [
    {
      name: "parley-house",
      rules: {
        ...automaticCache,
        provider: "parley-house",
        asOf: "2026-11",
        stepTokens: { value: 32, source: "[I] made up for a test" },
        unknownModel: everyModel(32, "[I] made up for a test"),
      },
    },
  ],
};
