/** What is wrong with the running Node, or null. 24 is the first line that knows `using` and runs TypeScript as it is. */
export function nodeComplaint(version: string): string | null {
  const [major = 0] = version.split(".").map(Number);
  if (major >= 24) return null;
  return [
    `HX500  forkproof needs Node 24 or later; this is ${version}`,
    "       mend   install Node 24; in a checkout, `npm ci` brings one that `npm run` uses",
    "",
  ].join("\n");
}
