import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";

/** Whether this machine has a NATS server. */
export const hasNats: boolean = spawnSync("nats-server", ["--version"]).status === 0;

export type NatsServer = {
  readonly url: string;
  /** Kills it as a crash would, and starts it again on its port and its store. */
  readonly restart: (whileDown: () => Promise<void>) => Promise<void>;
  readonly end: () => Promise<void>;
};

/** A server on loopback, on a free port, with its store in `folder`. */
export async function launchNats(folder: string, args: readonly string[]): Promise<NatsServer> {
  let running = await start(folder, "-1", args);
  const { url } = running;
  return {
    url,
    end: () => kill(running.child),
    restart: async (whileDown) => {
      await kill(running.child);
      await whileDown();
      running = await start(folder, new URL(url).port, args);
    },
  };
}

async function start(folder: string, port: string, args: readonly string[]): Promise<Running> {
  const place = ["-a", "127.0.0.1", "-p", port, "--ports_file_dir", folder, "-sd", join(folder, "store")];
  const child = spawn("nats-server", [...place, ...args], { stdio: "ignore" });
  for (;;) {
    const file = readdirSync(folder).find((name) => name.endsWith(`_${child.pid}.ports`));
    const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8");
    if (text !== "" && existsSync(folder)) return { child, url: String(JSON.parse(text).nats[0]) };
    if (child.exitCode !== null) throw new Error(`nats-server ended with ${child.exitCode}`);
    await setTimeout(20);
  }
}

type Running = { readonly child: ChildProcess; readonly url: string };

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
