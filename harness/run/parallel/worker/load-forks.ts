/** Loads the code of forks, which most jobs are, before the first job needs it. */
export async function loadForks(): Promise<void> {
  await Promise.all([
    import("../../job/run-fork.ts"),
    import("../../job/with-filter-checks.ts"),
    import("../../fork-library.ts"),
    import("../../fork/price-fork.ts"),
    import("../../../mock/serve/via-loopback.ts"),
  ]);
}
