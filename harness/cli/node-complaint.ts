/**
 * What is wrong with the running Node, or null. 22.18 and 24 are the first of their lines that run TypeScript as it is and
 * that carry every API used here; lines in between are no longer maintained.
 */
export function nodeComplaint(version: string): string | null {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major >= 24 || (major === 22 && minor >= 18)) return null;
  return [
    `HX500  forkproof needs Node 24, or 22.18 and later of that line; this is ${version}`,
    "       mend   install Node 24; in a checkout, `npm ci` brings one that `npm run` uses",
    "",
  ].join("\n");
}
