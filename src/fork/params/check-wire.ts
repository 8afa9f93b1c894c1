import type { CacheSafeParams } from "../../cache-safe/cache-safe-params.ts";
import type { LlmClient } from "../../providers/llm-client.ts";
import { describeValue } from "../../wire/describe-value.ts";
import { wireFormats } from "../../wire/wire-formats.ts";
import { ForkParamsError } from "./fork-params-error.ts";

/** Throws ForkParamsError if the client does not say its wire format, or says another than the parent's. */
export function checkWire({ wire }: LlmClient, parent: CacheSafeParams): void {
  const said: unknown = wire;
  if (typeof said !== "string" || !Object.hasOwn(wireFormats, said)) {
    const known = Object.keys(wireFormats).join(", ");
    const fix = `give the client the member wire, the format that it posts: one of ${known}`;
    throw new ForkParamsError("llm", `its wire is ${describeValue(said)}; ${fix}`);
  }
  if (said === parent.wire) return;
  const fix = `pass a client of ${parent.wire}, or fork a parent of ${said}`;
  throw new ForkParamsError("llm", `this client speaks ${said}, and the parent's request is ${parent.wire}; ${fix}`);
}
