import { version } from "../../kernel/version.ts";
import { versionOfWorkers } from "../nats/names.ts";
import type { Queue } from "../nats/open-queue.ts";
import { persist } from "../nats/persist.ts";

/** For a run of which no job has ended: the workers that it needs, and those of other versions that wait for jobs. */
export async function noWorkerLine(queue: Queue): Promise<string> {
  const { names, manager } = queue;
  const others = await persist(queue, async () => {
    const found: string[] = [];
    for await (const { name, num_waiting: waiting } of manager.consumers.list(names.jobs))
      if (waiting > 0 && name !== names.workersOf(version)) found.push(versionOfWorkers(name));
    return found;
  });
  const waiting =
    others.length === 0 ? "" : ` (workers of ${others.join(", ")} wait, and take no jobs of another version)`;
  return `no worker has finished a job yet: start workers of forkproof ${version} with \`forkproof worker --queue …\`${waiting}\n`;
}
