import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";

const io = join(import.meta.dirname, "../../harness/io");

/** A process that signals itself, lets its event loop deliver that, and only then begins to listen for signals. */
const lateListener = (signal: string): string => `
  import { endingSignals, heldSignal, holdSignals } from ${JSON.stringify(join(io, "held-signals.ts"))};
  import { listenForInterrupt } from ${JSON.stringify(join(io, "signals.ts"))};
  holdSignals();
  const delivered = new Promise((resolve) => process.once("${signal}", resolve));
  process.kill(process.pid, "${signal}");
  const alive = setInterval(() => undefined, 60_000);
  await delivered;
  clearInterval(alive);
  console.log("held", heldSignal());
  using interrupt = listenForInterrupt((first) => console.log("first", first), endingSignals);
  console.log("requested", interrupt.requested(), heldSignal());
`;

test.for(["SIGINT", "SIGTERM", "SIGHUP"])(
  "%s that arrives before anybody listens is the listener's first one",
  (signal) => {
    const args = ["--input-type=module", "-e", lateListener(signal)];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toBe(`held ${signal}\nfirst ${signal}\nrequested true null\n`);
    expect(status).toBe(0);
  },
);
