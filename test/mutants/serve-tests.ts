import { relative } from "node:path";
import { createVitest } from "vitest/node";
import type { Asked, Told } from "./test-server.ts";

/**
 * Runs tests of the tree in the working directory as often as it is asked over the channel of its parent process. Modules stay transformed
 * from one run to the next, but for the files that are named as changed.
 */
const vitest = await createVitest("test", { watch: false, reporters: [{}] });
await vitest.standalone();
process.on("disconnect", () => process.exit());
process.on("message", (asked: Asked) => {
  run(asked).then(tell, (fault: unknown) => tell({ tests: [], said: String(fault) }));
});

async function run({ files, titles, changed }: Asked): Promise<Told> {
  for (const path of changed) vitest.invalidateFile(path);
  vitest.setGlobalTestNamePattern(new RegExp(titles));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    await vitest.globTestSpecifications([...files]),
  );
  // Those of earlier runs are among them.
  const asked = testModules.filter(({ moduleId }) => files.includes(relative(process.cwd(), moduleId)));
  return {
    tests: asked.flatMap(({ moduleId, children }) =>
      [...children.allTests()].map((test) => ({
        file: relative(process.cwd(), moduleId),
        title: test.fullName,
        state: test.result().state,
      })),
    ),
    said: [...asked.flatMap((module) => module.errors()), ...unhandledErrors].map(messageOf).join("\n"),
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error || (typeof error === "object" && error !== null && "message" in error)
    ? String(error.message)
    : String(error);
}

function tell(told: Told): void {
  process.send?.(told);
}
