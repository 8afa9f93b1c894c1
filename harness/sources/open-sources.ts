import type { RecordedExchange, Source } from "../cassette/recorded-exchange.ts";
import type { DamagedLine } from "../kernel/exchange.ts";
import { HarnessError } from "../kernel/faults/harness-error.ts";
import { sum } from "../kernel/numbers.ts";
import type { InspectedSources } from "../kernel/inspection/inspected-sources.ts";
import { Damage, type DamageLimit, reasons } from "./damage.ts";
import { HeldFiles } from "./held-files.ts";
import { findSources, type FoundSource, notASource } from "./find-files.ts";
import { joinBatches } from "./join-batches.ts";
import { mergeSources } from "./merge-sources.ts";
import { sourceDigest } from "./source-digest.ts";
import { type OpenContext, type OpenedSource, openSource, readsAsNothing } from "./open-source.ts";

/** Recordings as one. Disposing of it closes their files. */
export type OpenedSources = Disposable & {
  readonly recording: Source;
  /** The files as they stand now: damage behind the head of a line shows only when its exchange is loaded. */
  readonly describe: (withDigests?: boolean) => InspectedSources;
  /** Where an exchange lies: the path as a command takes it, and its id there. */
  readonly originOf: (id: string) => { readonly path: string; readonly id: string } | null;
  /**
   * What `read` returns. Damage shows while it reads, so it is checked before and after, and before any fault of `read` itself: a
   * recording whose lines are damaged holds too few requests for that reason.
   *
   * @throws HarnessError HX213, HX226 if more is damaged than the limit allows
   */
  readonly allowingDamage: <T>(limit: DamageLimit, read: () => T) => T;
  /** The same check, for what was read before it. @throws HarnessError HX213, HX226 */
  readonly checkDamage: (limit: DamageLimit) => void;
};

/**
 * Opens files, folders and standard input (`-`) in any supported format, compressed or not, as one recording. A damaged line is left out
 * and counted.
 *
 * @throws HarnessError HX201 if a named path is not a recording, or a folder holds none; HX213 if no line can be read
 */
export async function openSources(paths: readonly string[], opens: OnOpen = () => {}): Promise<OpenedSources> {
  const held = new HeldFiles();
  try {
    return await opened(paths, { held, damage: new Damage(), opens });
  } catch (fault) {
    held[Symbol.dispose]();
    throw fault;
  }
}

/** Called before each file is opened: long ones take a while. */
type OnOpen = (path: string, at: number, total: number) => void;

type Read = OpenedSource & { readonly found: FoundSource; readonly joined?: number };

/** The files of a folder that are not recordings are passed over. */
async function openEach(
  paths: readonly string[],
  { opens, ...context }: OpenContext & { readonly opens: OnOpen },
): Promise<{ readonly found: readonly Read[]; readonly passedOver: readonly HarnessError[] }> {
  const found: Read[] = [];
  const passedOver: HarnessError[] = [];
  const sources = findSources(paths);
  for (const [at, each] of sources.entries()) {
    opens(each.path, at, sources.length);
    try {
      found.push({ found: each, ...(await openSource(each, context)) });
    } catch (fault) {
      if (each.isNamed || !readsAsNothing(fault)) throw fault;
      passedOver.push(fault);
    }
  }
  return { found, passedOver };
}

async function opened(
  paths: readonly string[],
  context: OpenContext & { readonly opens: OnOpen },
): Promise<OpenedSources> {
  const { found, passedOver } = await openEach(paths, context);
  const read = joinBatches(found);
  const { damage, held } = context;
  const name = nameOf(paths);
  if (read.every(({ source }) => source.ids.length === 0)) throw nothingRead(name, passedOver, damage.lines());
  const { merged, originOf, copies } = mergeSources(
    read.map(({ found: { label }, source }) => ({ label, source })),
    name,
  );
  const left = sum(copies);
  let unreadable = 0;
  const loadReadable = (id: string): RecordedExchange | null => {
    try {
      return merged.load(id);
    } catch (fault) {
      if (!(fault instanceof HarnessError)) throw fault;
      const known = damage.lines().length;
      damage.note(fault);
      unreadable += damage.lines().length - known;
      return null;
    }
  };
  const checkDamage = (limit: DamageLimit): void => damage.check(merged.ids.length + left - unreadable, limit);
  return {
    recording: { ...merged, loadReadable, damaged: () => damage.lines() },
    describe: (withDigests = false) => ({
      name,
      files: read.map((each, at) => described(each, copies[at] ?? 0, withDigests)),
      damaged: damage.lines(),
      passedOver: passedOver.map(({ message, where }) => ({ name: where ?? "", why: message })),
    }),
    originOf: (id) => {
      const origin = originOf(id);
      const path = origin === null ? undefined : read[origin.at]?.found.path;
      return origin === null || path === undefined ? null : { path, id: origin.id };
    },
    allowingDamage: (limit, read) => {
      checkDamage(limit);
      try {
        return read();
      } finally {
        checkDamage(limit);
      }
    },
    checkDamage,
    [Symbol.dispose]: () => held[Symbol.dispose](),
  };
}

function described(
  { found, format, source, failed, leftOut, joined = 0 }: Read,
  copies: number,
  withDigests: boolean,
): InspectedSources["files"][number] {
  return {
    name: found.path,
    format,
    requests: source.ids.length,
    ...(copies > 0 && { copies }),
    ...(joined > 0 && { joined }),
    ...(failed > 0 && { failed }),
    ...(leftOut.length > 0 && { leftOut }),
    ...(withDigests && { sha256: sourceDigest(found) }),
  };
}

/** How messages name what a user named. */
function nameOf(paths: readonly string[]): string {
  const [first = "", ...others] = [...new Set(paths)].map((path) => (path === "-" ? "standard input" : path));
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

function nothingRead(name: string, passedOver: readonly HarnessError[], damaged: readonly DamagedLine[]): HarnessError {
  const whys = [
    ...damaged,
    ...passedOver.map(({ message, where }) => ({
      where: where ?? "",
      what: `${where}: ${message}`,
      isUnfinished: false,
    })),
  ];
  return notASource(name, `nothing in it can be read: ${reasons(whys)}`, passedOver[0]?.fix ?? "record again");
}
