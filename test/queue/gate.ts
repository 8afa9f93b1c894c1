import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { writeCase } from "./queue-project.ts";

export type Gate = {
  /** Resolves when a job begins; the job goes on once the response has ended. */
  readonly next: () => Promise<ServerResponse>;
  readonly count: () => number;
};

/** Writes cases whose forks ask this process before they go on. */
export async function gate(folder: string, ...names: readonly string[]): Promise<Gate> {
  let count = 0;
  const waiting: ServerResponse[] = [];
  let arrived = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    count += 1;
    waiting.push(response);
    arrived.resolve();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = `await (await fetch("http://127.0.0.1:${port}/")).text();`;
  const drops = readFileSync(join(folder, "scenarios/drops.mjs"), "utf8");
  writeFileSync(join(folder, "scenarios/keeps.mjs"), drops.replace("shorten(tools)", "tools"));
  const code = `import keeps from "./keeps.mjs";\nexport default async (given) => { ${ask} return keeps(given); };\n`;
  writeFileSync(join(folder, "scenarios/gate.mjs"), code);
  const expectations = { output: [{ contains: "Done" }] };
  for (const name of names)
    writeCase(folder, name, { fork: { subject: "./gate.mjs", prompt: "go" }, expect: expectations });
  const next = async (): Promise<ServerResponse> => {
    for (let first = waiting.shift(); ; first = waiting.shift()) {
      if (first !== undefined) return first;
      arrived = Promise.withResolvers();
      await arrived.promise;
    }
  };
  return { next, count: () => count };
}
