/** Single imports that the layers alone would refuse; `*` stands for one name. */
export const doors: readonly { readonly from: string; readonly to: string; readonly why: string }[] = [
  {
    from: "harness/wires/*/wire.ts",
    to: "harness/wires/*/mocked",
    why: "A wire format's record says how its mocked part is loaded, so that it stands in one list; the judge never asks for it.",
  },
  {
    from: "harness/wires/wire.ts",
    to: "harness/mock/mock-wire.ts",
    why: "The type of that part.",
  },
  {
    from: "harness/mock/script/matches-request.ts",
    to: "harness/io/workers/pattern-worker.ts",
    why: "The pattern of a lane comes from a user's script, and a search can be stopped only from another thread.",
  },
  {
    from: "harness/run/fork-library.ts",
    to: "src/index.ts",
    why: "The fork under test comes in here alone: an oracle that shares code with what it judges agrees with its bugs.",
  },
  { from: "harness/kernel/version.ts", to: "package.json", why: "The version is said once." },
];
