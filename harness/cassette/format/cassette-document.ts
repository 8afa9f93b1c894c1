import type { JsonObject } from "../../kernel/json.ts";
import type { DialectName } from "../../kernel/layout.ts";
import type { cassetteVersion } from "./migrate-cassette.ts";
import type { Chunk, RecordedExchange } from "../recorded-exchange.ts";

/** `cassette.yaml`: the content of a cassette except the bodies. `cassette.schema.json` describes the same for editors. */
export type CassetteDocument = {
  readonly version: typeof cassetteVersion;
  /** The value that all exchanges with a value share; null if they differ or no exchange has one. */
  readonly dialect: DialectName | null;
  readonly provider: string | null;
  readonly client: string | null;
  readonly exchanges: readonly CassetteEntry[];
};

/** Null and absent are the same: not said. */
export type CassetteEntry = Pick<
  RecordedExchange,
  "id" | "forkOf" | "method" | "path" | "host" | "headers" | "fidelity" | "socket" | "outcome" | "redacted"
> & {
  /** ISO 8601 in UTC. */
  readonly startedAt: string | null;
  readonly request: CassetteBody | null;
  readonly response: CassetteResponse | null;
};

/**
 * A file next to `cassette.yaml` and the digest of its bytes; its name ends in `.gz` or the like if they are compressed. Null if
 * the body is empty or was not kept.
 */
export type CassetteBody = { readonly file: string; readonly sha256: string };

export type CassetteResponse = {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: CassetteBody | null;
  readonly firstByteMs: number | null;
  readonly chunks: readonly Chunk[] | null;
  readonly usage: JsonObject | null;
  readonly usageIsReal: boolean;
};

export const cassetteFileName = "cassette.yaml";
