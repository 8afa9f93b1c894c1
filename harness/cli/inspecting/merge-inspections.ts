import { countedIn } from "../../kernel/inspection/counter-timeline.ts";
import { openCassette } from "../../cassette/open-cassette.ts";
import { type FoundSource, findSources } from "../../sources/find-files.ts";
import { sourceDigest } from "../../sources/source-digest.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { copiesIn, type InspectedSources } from "../../kernel/inspection/inspected-sources.ts";
import type { Inspection } from "../../kernel/inspection/inspection.ts";

/** An inspection, and the file that holds it. */
export type WrittenInspection = { readonly file: string; readonly inspection: Inspection };

/**
 * The recordings that inspections were made of, each once and in their order: inspected together they give exactly what one inspection of
 * all would. An inspection holds no bodies, and a request may continue one of another recording, so the recordings are read again.
 *
 * @throws HarnessError HX547 for an inspection that does not name its recordings, or shows a part of their requests, and for a recording
 * that is missing or changed
 */
export function inspectedPaths(written: readonly WrittenInspection[]): readonly string[] {
  return [...new Set(written.flatMap(pathsOf))];
}

function pathsOf({ file, inspection }: WrittenInspection): readonly string[] {
  const { sources, exchanges, totals, counters } = inspection;
  if (sources === undefined) throw unmergeable("it does not name the recordings it was made of", file);
  const requests = sources.files.reduce((sum, each) => sum + each.requests, 0) - copiesIn(sources);
  const counted = counters === undefined ? 0 : countedIn(counters);
  if (exchanges.length + counted + sources.damaged.length < requests)
    throw unmergeable(`it shows ${totals.requests} of ${requests} requests`, file);
  const { options = [], lost = 0 } = sources;
  if (lost > 0) throw unmergeable(`at least ${lost} of its requests were in a file that was rotated or cut`, file);
  if (options.length > 0)
    throw unmergeable(`it was made with ${options.join(" and ")}, which a merge would not know`, file);
  if (exchanges.some(({ parentBecause }) => parentBecause.includes("said")))
    throw unmergeable("a user named parents in it, which a merge would not know", file);
  const damaged = new Set(sources.damaged.map(({ where }) => where));
  for (const each of sources.files) checkUnchanged(each, damaged, file);
  return sources.files.map(({ name }) => name);
}

function checkUnchanged(
  { name, sha256 = null }: InspectedSources["files"][number],
  damaged: ReadonlySet<string | null>,
  file: string,
): void {
  if (sha256 === null) throw unmergeable(`it holds no digest of ${name}, which cannot be read again`, file);
  const [found] = findSources([name]);
  if (found === undefined || sourceDigest(found) !== sha256)
    throw unmergeable(`${name} changed since it was made`, file);
  const body = changedBodies(found).find((where) => !damaged.has(where));
  if (body !== undefined) throw unmergeable(`${body} changed since it was made, or is missing`, file);
}

/** The digest of a cassette's document covers the digests of its bodies, not the bodies themselves. */
function changedBodies({ path, kind }: FoundSource): readonly (string | null)[] {
  if (kind !== "cassette") return [];
  const { ids, load } = openCassette(path);
  return ids.flatMap((id) => {
    try {
      load(id);
      return [];
    } catch (fault) {
      if (fault instanceof HarnessError) return [fault.where];
      throw fault;
    }
  });
}

function unmergeable(what: string, where: string): HarnessError {
  return new HarnessError({
    code: "HX547",
    what: `this inspection cannot be merged: ${what}`,
    where,
    fix: "inspect the files themselves again, whole and with --json, or name all of them in one forkproof inspect",
    exit: 2,
  });
}
