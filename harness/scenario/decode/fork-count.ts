import type { ForkScenario } from "../scenario.ts";

/** How many forks a scenario judges. A command starts them itself, so its script says how many there are. */
export function forkCount({ fork, provider }: Pick<ForkScenario, "fork" | "provider">): number {
  if (fork.subject.kind !== "command") return fork.siblings.count;
  const siblings = Object.keys(provider.script).map((lane) => Number(/^fork\[(\d+)\]$/.exec(lane)?.[1] ?? 1));
  return Math.max(1, ...siblings);
}
