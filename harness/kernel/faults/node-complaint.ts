/** The Node version that a checkout needs: its sources run unchanged, and they use `using`. */
const CHECKOUT = { major: 24, minor: 0 };

/** The Node version that the built package needs: TypeScript subjects and zstd without a flag. */
const PACKAGE = { major: 22, minor: 18 };

/** The problem with the running Node, or null. `isBuilt` says whether the built package runs, or the sources of a checkout. */
export function nodeComplaint(version: string, isBuilt: boolean): string | null {
  const needed = isBuilt ? PACKAGE : CHECKOUT;
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > needed.major || (major === needed.major && minor >= needed.minor)) return null;
  const name = isBuilt ? `${needed.major}.${needed.minor}` : `${needed.major}`;
  return [
    `HX500  forkproof needs Node ${name} or later; this is ${version}`,
    `       fix    install Node 24${isBuilt ? "" : "; in a checkout, `npm ci` brings one that `npm run` uses"}`,
    "",
  ].join("\n");
}
