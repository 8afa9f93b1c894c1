/** Single imports that the layers alone would refuse. */
export const doors: readonly { readonly from: string; readonly to: string; readonly why: string }[] = [
  {
    from: "harness/mock/wires.ts",
    to: "harness/wires/*/mocked",
    why: "The list of mocked wire formats: the rest of the mocked provider knows none of them.",
  },
  {
    from: "harness/run/fork-library.ts",
    to: "src/index.ts",
    why: "The fork under test comes in here alone: an oracle that shares code with what it judges agrees with its bugs.",
  },
  { from: "harness/kernel/version.ts", to: "package.json", why: "The version is said once." },
];
