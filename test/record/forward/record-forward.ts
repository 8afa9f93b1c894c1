import { hash } from "node:crypto";
import { join } from "node:path";
import { openCassette } from "../../../harness/cassette/open-cassette.ts";
import { type Printed, runForkproof } from "../../cli/run-forkproof.ts";
import type { TlsProvider } from "./serve-provider.ts";

export type ForwardRun = {
  /** Names under which the provider is reached. */
  readonly hosts?: readonly string[];
  readonly options?: readonly string[];
  readonly out?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

/** Runs a shell line behind `record --forward`, in a home of its own; the names of the provider lead to it. */
export function recordForward(
  folder: string,
  provider: Pick<TlsProvider, "port" | "trustedBy">,
  line: string,
  { hosts = ["api.anthropic.com"], options = [], out = "cassette", environment = {} }: ForwardRun = {},
): Promise<Printed> {
  const moves = hosts.flatMap((host) => ["--connect-to", `${host}:443=127.0.0.1:${provider.port}`]);
  return runForkproof(["record", "--forward", ...moves, ...options, "--out", out, "--", "sh", "-c", line], folder, {
    ...clientHome(folder),
    NODE_EXTRA_CA_CERTS: provider.trustedBy,
    ...environment,
  });
}

/** A home without settings, and no proxy. */
function clientHome(folder: string): Readonly<Record<string, string>> {
  return { PATH: process.env["PATH"] ?? "", HOME: folder, NODE: process.execPath };
}

/** Digests of what was recorded, by the request's path. */
export function recordedDigests(
  folder: string,
): ReadonlyMap<string, { readonly request: string; readonly answer: string }> {
  const cassette = openCassette(join(folder, "cassette"));
  return new Map(
    cassette.ids.map((id) => {
      const { path, request, response } = cassette.load(id);
      return [path, { request: hash("sha256", request), answer: hash("sha256", response?.body ?? "") }];
    }),
  );
}
