import manifest from "../../package.json" with { type: "json" };

/** Of forkproof, as package.json says it. */
export const version: string = manifest.version;
