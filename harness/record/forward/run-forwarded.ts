import { join } from "node:path";
import { createSecureContext } from "node:tls";

import { type AttachedExit, runAttached, type SendSignal } from "../../io/attached-child.ts";
import { makeTempFolder } from "../../io/files/disk.ts";
import { writePrivately } from "../../io/files/private-folder.ts";
import type { FailedRequest, FailedRequestListener } from "../../kernel/faults/failed-request.ts";
import type { Recorder } from "../recorder.ts";
import { type Authority, createAuthority } from "./authority/authority.ts";
import { authorityFolder, keptAuthority } from "./authority/kept-authority.ts";
import { proxyClientVariables } from "./client-variables.ts";
import { startForwardProxy } from "./forward-proxy.ts";
import { frontProxy } from "./front-proxy.ts";
import { hostList } from "./host-list.ts";
import { noticesOnce } from "./notices.ts";
import type { Target } from "./target.ts";
import { trustedRoots, trustVariables } from "./trust.ts";

export type ForwardOptions = {
  /** Hosts and patterns besides the known ones. */
  readonly hosts: readonly string[];
  readonly isEphemeral: boolean;
  readonly moved: ReadonlyMap<string, Target>;
};

/**
 * Runs a command with a forward proxy in its environment, to its end or until `abandoned`. Connections that it left open are then dropped.
 *
 * @throws HarnessError HX401 and HX402 if no port can be listened on, HX508 for a proxy in front that is not HTTP, HX516 if the recording cannot be
 * kept, HX551 if the certificate authority cannot be used
 */
export async function runForwarded(
  command: readonly [string, ...string[]],
  session: ForwardOptions & {
    /** A plain server that answers instead of every provider. */
    readonly standIn: URL | null;
    /** Of this process. */
    readonly inherited: Readonly<Record<string, string | undefined>>;
    /** Added to what the client inherits. */
    readonly environment: Readonly<Record<string, string>>;
    /** 0 for any free one. */
    readonly port: number;
    /** Resolves if the command is not waited for any more. */
    readonly abandoned: Promise<AttachedExit>;
    readonly recorder: Recorder;
    readonly keepStdout: boolean;
    readonly onFailedRequest: FailedRequestListener;
    readonly onStart: (send: SendSignal) => void;
    readonly onListening: (origin: string) => void;
    readonly onUnread: (target: Target) => void;
    /** Called for each host with which something is wrong, at once. */
    readonly onNotice: (notice: FailedRequest) => void;
  },
): Promise<AttachedExit> {
  const { inherited, recorder, standIn, moved, keepStdout, onStart } = session;
  const authority: Authority = session.isEphemeral ? createAuthority() : keptAuthority();
  using folder = makeTempFolder();
  const hosts = hostList(session.hosts);
  const roots = trustedRoots(inherited);
  const trust = trustVariables(authority.certificate, { environment: inherited, roots }, (name, text) => {
    const path = join(folder.path, name);
    writePrivately(path, text);
    return path;
  });
  const notices = noticesOnce(session.onNotice, session.isEphemeral ? null : join(authorityFolder(), "ca.pem"));
  const network = { front: frontProxy(inherited), trusted: createSecureContext({ ca: [...roots] }), moved };
  const means = { network, authority, recorder, standIn, onUnread: session.onUnread, ...notices };
  await using proxy = await startForwardProxy(hosts, means, session.onFailedRequest, session.port);
  session.onListening(proxy.origin);
  const environment = { ...proxyClientVariables(proxy.origin, inherited, hosts), ...trust, ...session.environment };
  // Awaited here: files and proxy live no longer than this function.
  return await Promise.race([runAttached(command, { environment, keepStdout, onStart }), session.abandoned]);
}
