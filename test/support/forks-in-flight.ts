import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { AnthropicClient, captureCacheSafeParams, DefaultForkSubagent } from "../../src/index.ts";

/** What forks in flight add to the memory of a process, in bytes: at the moment when all of them have been sent, the most. */
export type InFlight = { readonly arrayBuffers: number; readonly rss: number };

/** So many forks of one parent, all sent and none answered until the last has arrived at a provider in another process. */
export async function forksInFlight(count: number, request: Buffer): Promise<InFlight> {
  const script = join(import.meta.dirname, "holding-provider.ts");
  const provider = spawn(process.execPath, [script, String(count)], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [port] = await once(provider.stdout, "data");
    const llm = new AnthropicClient({ apiKey: "k", baseUrl: `http://127.0.0.1:${String(port).trim()}` });
    const answer = Buffer.from('{"content":[{"type":"text","text":"Seen."}],"stop_reason":"end_turn"}');
    const parent = captureCacheSafeParams({ request, headers: [], answer });
    const fork = async (label: string): Promise<void> => {
      const tools = { dispatch: async () => ({ content: "", isError: false }) };
      const params = { parent, llm, tools, directive: "Go.", label, maxTurns: 1, timeoutMs: null };
      const result = await (await new DefaultForkSubagent().fork(params)).takeCompletion();
      if (result?.stop.cause !== "completed") throw new Error(`a fork ended as ${result?.stop.cause ?? "nothing"}`);
    };
    const before = process.memoryUsage();
    let most = before;
    const watch = setInterval(() => {
      const now = process.memoryUsage();
      most = { ...most, arrayBuffers: Math.max(most.arrayBuffers, now.arrayBuffers), rss: Math.max(most.rss, now.rss) };
    }, 5);
    await Promise.all(Array.from({ length: count }, (_, each) => fork(`fork ${each}`)));
    clearInterval(watch);
    return { arrayBuffers: most.arrayBuffers - before.arrayBuffers, rss: most.rss - before.rss };
  } finally {
    provider.kill();
  }
}
