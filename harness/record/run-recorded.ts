import { join } from "node:path";

import { type AttachedExit, runAttached, type SendSignal } from "../io/attached-child.ts";
import { makeTempFolder } from "../io/files/disk.ts";
import { writePrivately } from "../io/files/private-folder.ts";
import type { FailedRequestListener } from "../kernel/faults/failed-request.ts";
import type { HarnessError } from "../kernel/faults/harness-error.ts";
import { fillPlaces } from "./fill-places.ts";
import type { Arrange, WriteFile } from "./presets.ts";
import { moveUrl, type ProviderUrls } from "./provider-url.ts";
import { type ProxyOptions, type RecordingProxy, startRecordingProxy } from "./recording-proxy.ts";
import type { Recorder } from "./recorder.ts";

/** A client's settings with places for the proxy, and the name that the client's file has. */
export type ConfigTemplate = { readonly name: string; readonly text: string };

/**
 * Runs a command with its providers behind recording proxies, to its end or until `abandoned`. Connections that it left open are then
 * dropped.
 *
 * @throws HarnessError HX401 if the port is in use, HX402 if no port can be listened on, HX516 if the recording cannot be kept
 */
export async function runRecorded(
  [program, ...args]: readonly [string, ...string[]],
  session: {
    readonly upstreams: ProviderUrls;
    readonly arrange: Arrange;
    readonly template: ConfigTemplate | null;
    /** Of the one proxy; 0 for any free one. */
    readonly port: number;
    readonly environment: Readonly<Record<string, string>>;
    readonly recorder: Recorder;
    readonly keepStdout: boolean;
    readonly onFailedRequest: FailedRequestListener;
    /** Is given what to do for a client that speaks TLS or HTTP/2 to a proxy. */
    readonly onForeign: (fault: HarnessError) => void;
    readonly onUnreachable: (upstream: URL, fault: Error) => void;
    readonly onListening: (origins: readonly string[]) => void;
    readonly onStart: (send: SendSignal) => void;
    /** Resolves if the command is not waited for any more. */
    readonly abandoned: Promise<AttachedExit>;
  },
): Promise<AttachedExit> {
  const { upstreams, arrange, recorder, keepStdout, onStart, onFailedRequest } = session;
  using folder = makeTempFolder();
  await using proxies = new ProxySet(recorder, onFailedRequest, {
    port: session.port,
    onForeign: session.onForeign,
    onUnreachable: session.onUnreachable,
  });
  const urls = {
    anthropic: moveUrl(upstreams.anthropic, await proxies.originFor(upstreams.anthropic.given)),
    openai: moveUrl(upstreams.openai, await proxies.originFor(upstreams.openai.given)),
    gemini: moveUrl(upstreams.gemini, await proxies.originFor(upstreams.gemini.given)),
  };
  session.onListening(proxies.origins());
  const writeFile: WriteFile = (name, text) => {
    const path = join(folder.path, name);
    writePrivately(path, text);
    return path;
  };
  const baseUrl = urls.anthropic.given;
  const { template } = session;
  const config = template && writeFile(template.name, fillPlaces(template.text, { baseUrl, config: null }));
  const { environment, trailing } = arrange(urls, writeFile, config);
  const placed = args.map((arg) => fillPlaces(arg, { baseUrl, config }));
  const running = runAttached([program, ...placed, ...trailing], {
    environment: { ...session.environment, ...environment },
    keepStdout,
    onStart,
  });
  // Awaited here: files and proxies live no longer than this function.
  return await Promise.race([running, session.abandoned]);
}

/** One proxy for each scheme, host and port. */
class ProxySet implements AsyncDisposable {
  readonly #recorder: Recorder;
  readonly #onFailedRequest: FailedRequestListener;
  readonly #options: ProxyOptions;
  readonly #byOrigin = new Map<string, RecordingProxy>();

  constructor(recorder: Recorder, onFailedRequest: FailedRequestListener, options: ProxyOptions) {
    [this.#recorder, this.#onFailedRequest, this.#options] = [recorder, onFailedRequest, options];
  }

  async originFor(url: string): Promise<string> {
    const upstream = new URL(url);
    const known = this.#byOrigin.get(upstream.origin);
    const proxy = known ?? (await startRecordingProxy(upstream, this.#recorder, this.#onFailedRequest, this.#options));
    this.#byOrigin.set(upstream.origin, proxy);
    return proxy.origin;
  }

  origins(): readonly string[] {
    return [...this.#byOrigin.values()].map(({ origin }) => origin);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#byOrigin.values()].map((proxy) => proxy.close()));
  }
}
