import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeTempFolder } from "../../harness/io/files/disk.ts";

/** A real nats-server on loopback, with its store in a temporary folder. */
export type NatsServer = AsyncDisposable & {
  readonly url: string;
  readonly port: number;
  readonly folder: string;
  readonly pid: number;
  /** Ends it as a crash would. */
  readonly kill: () => Promise<void>;
  /** Starts it again, with the same port and store, and the configuration that its file has by now. */
  readonly start: () => Promise<void>;
};

/** Debian and others keep it where only the administrator's path looks. */
const PROGRAM =
  ["/usr/sbin/nats-server", "/usr/local/bin/nats-server"].find((path) => existsSync(path)) ?? "nats-server";

export const hasNatsServer: boolean = spawnSync(PROGRAM, ["--version"]).status === 0;

if (!hasNatsServer) console.warn("NOT RUN: no nats-server here (Debian: apt-get install nats-server)");

/** `config` is text in the server's own format; `js` false starts it without JetStream; its store may have a disk of its own. */
export type NatsServerOptions = { readonly config?: string; readonly js?: boolean; readonly diskBytes?: number };

export async function startNatsServer({
  config = "",
  js = true,
  diskBytes,
}: NatsServerOptions = {}): Promise<NatsServer> {
  const folder = makeTempFolder("forkproof-nats-");
  const file = join(folder.path, "server.conf");
  writeFileSync(file, config);
  let child: ChildProcess | null = null;
  let port = -1;
  const start = async (): Promise<void> => {
    const args = ["-c", file, "-a", "127.0.0.1", "-p", String(port), "--ports_file_dir", folder.path];
    const store = diskBytes === undefined ? folder.path : join(folder.path, "disk");
    const words = [PROGRAM, ...args, ...(js ? ["-js", "-sd", store] : [])];
    const [program = PROGRAM, ...rest] = diskBytes === undefined ? words : onOwnDisk(store, diskBytes, words);
    const started = spawn(program, rest, { stdio: "ignore" });
    child = started;
    port = await portOf(started, folder.path);
  };
  const kill = async (): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    for (const name of readdirSync(folder.path)) if (name.endsWith(".ports")) rmSync(join(folder.path, name));
  };
  await start();
  return {
    get url() {
      return `nats://127.0.0.1:${port}`;
    },
    get port() {
      return port;
    },
    get pid() {
      return child?.pid ?? -1;
    },
    folder: folder.path,
    kill,
    start,
    [Symbol.asyncDispose]: async () => {
      await kill();
      folder[Symbol.dispose]();
    },
  };
}

/** A file system in memory that is there for this command alone. */
function onOwnDisk(path: string, bytes: number, words: readonly string[]): readonly string[] {
  mkdirSync(path, { recursive: true });
  const size = ["--size", String(bytes), "--tmpfs", path];
  return ["bwrap", "--die-with-parent", "--dev-bind", "/", "/", ...size, "--", ...words];
}

/** The server writes it once it listens. */
async function portOf(child: ChildProcess, folder: string): Promise<number> {
  while (child.exitCode === null && child.signalCode === null) {
    const name = readdirSync(folder).find((each) => each.endsWith(".ports"));
    const text = name === undefined ? "" : readFileSync(join(folder, name), "utf8");
    const found = /(?:nats|tls):\/\/127\.0\.0\.1:(\d+)/.exec(text)?.[1];
    if (found !== undefined) return Number(found);
    await pause(20);
  }
  throw new Error("nats-server has ended: is its configuration valid?");
}
