import { join } from "node:path";

import { type AttachedExit, runAttached, type SendSignal } from "../io/attached-child.ts";
import { makeTempFolder, writeAtomically } from "../io/files/disk.ts";
import type { FailedRequestListener } from "../kernel/faults/failed-request.ts";
import type { Arrange } from "./presets.ts";
import { moveUrl, type ProviderUrls } from "./provider-url.ts";
import { type RecordingProxy, startRecordingProxy } from "./recording-proxy.ts";
import type { Recorder } from "./recorder.ts";

/**
 * Runs a command with its providers behind recording proxies, to its end. Connections that it left open are then dropped.
 *
 * @throws HarnessError HX402 if no port can be listened on, HX516 if the recording cannot be kept
 */
export async function runRecorded(
  [program, ...args]: readonly [string, ...string[]],
  session: {
    readonly upstreams: ProviderUrls;
    readonly arrange: Arrange;
    readonly environment: Readonly<Record<string, string>>;
    readonly recorder: Recorder;
    readonly keepStdout: boolean;
    readonly onFailedRequest: FailedRequestListener;
    readonly onStart: (send: SendSignal) => void;
  },
): Promise<AttachedExit> {
  const { upstreams, arrange, recorder, keepStdout, onStart, onFailedRequest } = session;
  using folder = makeTempFolder();
  await using proxies = new ProxySet(recorder, onFailedRequest);
  const urls = {
    anthropic: moveUrl(upstreams.anthropic, await proxies.originFor(upstreams.anthropic.given)),
    openai: moveUrl(upstreams.openai, await proxies.originFor(upstreams.openai.given)),
    gemini: moveUrl(upstreams.gemini, await proxies.originFor(upstreams.gemini.given)),
  };
  const { environment, trailing } = arrange(urls, (name, text) => {
    const path = join(folder.path, name);
    writeAtomically(path, text);
    return path;
  });
  const placed = args.map((arg) => withBaseUrl(arg, urls.anthropic.given));
  // Awaited here: files and proxies live no longer than this function.
  return await runAttached([program, ...placed, ...trailing], {
    environment: { ...session.environment, ...environment },
    keepStdout,
    onStart,
  });
}

/** `{baseUrl}` and `{port}` of a client's own options, for one that reads no variable. */
const PLACES = /\{(?:baseUrl|port)\}/g;

export function namesBaseUrl(command: readonly string[]): boolean {
  return command.some((word) => word.search(PLACES) !== -1);
}

function withBaseUrl(arg: string, baseUrl: string): string {
  return arg.replaceAll(PLACES, (place) => (place === "{port}" ? new URL(baseUrl).port : baseUrl));
}

/** One proxy for each scheme, host and port. */
class ProxySet implements AsyncDisposable {
  readonly #recorder: Recorder;
  readonly #onFailedRequest: FailedRequestListener;
  readonly #byOrigin = new Map<string, RecordingProxy>();

  constructor(recorder: Recorder, onFailedRequest: FailedRequestListener) {
    this.#recorder = recorder;
    this.#onFailedRequest = onFailedRequest;
  }

  async originFor(url: string): Promise<string> {
    const upstream = new URL(url);
    const known = this.#byOrigin.get(upstream.origin);
    const proxy = known ?? (await startRecordingProxy(upstream, this.#recorder, this.#onFailedRequest));
    this.#byOrigin.set(upstream.origin, proxy);
    return proxy.origin;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#byOrigin.values()].map((proxy) => proxy.close()));
  }
}
