import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { makeTempFolder } from "../../harness/io/files/disk.ts";
import { runForkproof } from "../cli/run-forkproof.ts";

const root = resolve(import.meta.dirname, "../..");

/** Recordings of all wire formats, each folder read as one source. */
const sources = ["fixtures/cassettes", "../shared/recordings", "../shared/ground-truth"];

describe.each(sources)("every request of %s is shown with its blocks", (path) => {
  const source = join(root, path);
  const isThere = existsSync(source);
  if (!isThere) console.warn(`SKIPPED: ${path} is not there`);

  test.skipIf(!isThere)("on the page and as JSON", async () => {
    using folder = makeTempFolder();
    const page = join(folder.path, "page.html");
    const { exit, out, err } = await runForkproof(["inspect", source, "--json", "--blocks", "--html", page], root);
    expect(exit, err).toBe(0);
    expect(err).toContain("page.html");
    const { exchanges } = JSON.parse(out) as { readonly exchanges: readonly { readonly blocks?: readonly object[] }[] };
    expect(exchanges.filter(({ blocks = [] }) => blocks.length > 0).length).toBeGreaterThan(20);
  });
});
