import manifest from "../../package.json" with { type: "json" };

/** The version of the price list, from package.json. */
export const priceListVersion: string = manifest.dependencies["@pydantic/genai-prices"];

/** The version of forkproof, from package.json. */
export const version: string = manifest.version;
