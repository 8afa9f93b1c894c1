import { join } from "node:path";
import { GrowingCassette } from "../../../cassette/format/growing-cassette.ts";
import { openCassette } from "../../../cassette/open-cassette.ts";
import type { Source } from "../../../cassette/recorded-exchange.ts";
import { appendText, readBytes, statKind } from "../../../io/files/disk.ts";
import { newKey } from "../../../io/new-key.ts";
import { environment } from "../../../io/process.ts";
import { environmentSecrets } from "../../../kernel/credentials/environment-secrets.ts";
import type { Exchange } from "../../../kernel/exchange.ts";
import { isLoopback } from "../../../kernel/is-loopback.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import { recognise } from "../../../wires/recognise.ts";
import { maskStrings } from "../../mask-secrets.ts";
import type { LiveExchange } from "../live-provider.ts";
import type { AnsweredBy, RoundEvidence } from "../rounds/round-evidence.ts";
import { recordedExchange } from "./recorded-exchange.ts";
import { decodeHead, decodeRecord, encodeRecord, type RoundRecord, type TranscriptHead } from "./round-record.ts";

/**
 * The rounds of one live job on disk: their bodies as a cassette, the rest as lines of `rounds.jsonl`. A round counts once its
 * line is there, which is written last.
 */
export class JobTranscript {
  readonly folder: string;
  readonly #place: string;
  readonly #fork: string;
  readonly #parents = new Map<Buffer, string>();
  #cassette: GrowingCassette | null = null;

  /** `fork` is the digest of what the job's forks ask. */
  constructor(folder: string, place: string, fork: string) {
    this.folder = folder;
    this.#place = place;
    this.#fork = fork;
  }

  get #file(): string {
    return join(this.folder, ROUNDS);
  }

  /** Keeps a round. @throws HarnessError HX513, HX516 */
  append(round: number, evidence: RoundEvidence, by: AnsweredBy): void {
    const isNew = statKind(this.#file) === "missing";
    // A line that a killed process left half written ends here.
    if (this.#cassette === null && !isNew) appendText(this.#file, "\n");
    this.#cassette ??= new GrowingCassette(this.folder, {
      secrets: environmentSecrets(environment()),
      redactionKey: newKey(),
    });
    const cassette = this.#cassette;
    const { parent, exchanges, ...rest } = evidence;
    const parentId =
      this.#parents.get(parent.request) ?? cassette.append(recordedExchange({ ...parent, id: "parent" }, null));
    this.#parents.set(parent.request, parentId);
    const kept = exchanges.map(({ exchange, usage: _usage, ...each }) => {
      const id = cassette.append(recordedExchange({ ...exchange, id: `${round}.${each.lane}` }, parentId));
      return { ...each, kept: id, id: exchange.id };
    });
    const record: RoundRecord = {
      ...rest,
      round,
      isWhole: isWhole(evidence),
      parent: { kept: parentId, id: parent.id },
      exchanges: kept,
    };
    if (isNew) appendText(this.#file, encodeRecord({ fork: this.#fork, by }));
    appendText(this.#file, encodeRecord(maskStrings(record)));
  }

  /** The rounds that an earlier process kept whole, of those with these numbers; null for all. @throws HarnessError HX323 */
  kept(numbers: readonly number[] | null): readonly (readonly [number, RoundEvidence])[] {
    if (statKind(this.#file) === "missing") return [];
    this.#headOf(this.#lines());
    const [, ...lines] = this.#lines();
    const records = new Map<number, RoundRecord>();
    for (const line of lines) {
      const record = decodeRecord(line);
      if (record?.isWhole === true && numbers?.includes(record.round) !== false) records.set(record.round, record);
    }
    if (records.size === 0) return [];
    const source = openCassette(this.folder);
    return [...records].sort(([a], [b]) => a - b).map(([round, record]) => [round, evidenceOf(record, source)]);
  }

  /** Who answered the kept rounds. @throws HarnessError HX323 */
  answeredBy(): AnsweredBy {
    return this.#headOf(this.#lines()).by;
  }

  /**
   * Refuses to mix rounds of two servers. One on loopback may be a proxy with another port each time.
   *
   * @throws HarnessError HX323, HX329
   */
  refuseOtherHost(by: AnsweredBy): void {
    if (statKind(this.#file) === "missing") return;
    const before = this.answeredBy();
    const [theirs, ours] = [before, by].map(serverOf);
    if (before.provider === by.provider && theirs === ours) return;
    throw anotherHost(this.folder, this.#place, before, by);
  }

  #lines(): readonly string[] {
    return readBytes(this.#file).toString("utf8").split("\n");
  }

  #headOf([first = ""]: readonly string[]): TranscriptHead {
    const head = decodeHead(first);
    if (head?.fork !== this.#fork) throw anotherFork(this.folder, this.#place);
    return head;
  }
}

const ROUNDS = "rounds.jsonl";

/** Every request was answered, and every fork sent one. */
function isWhole({ exchanges, reports, refusal, faults }: RoundEvidence): boolean {
  const lanes = Map.groupBy(exchanges, ({ lane }) => lane);
  const answered = [...lanes.values()].every((own) => own.at(-1)?.exchange.response?.status === 200);
  return refusal === null && Object.keys(faults).length === 0 && answered && lanes.size >= Math.max(1, reports.length);
}

function evidenceOf(
  { parent, exchanges, round: _round, isWhole: _isWhole, ...rest }: RoundRecord,
  source: Source,
): RoundEvidence {
  const load = ({ kept, id }: RoundRecord["parent"]): Exchange => ({ ...source.load(kept), id });
  return {
    ...rest,
    parent: load(parent),
    exchanges: exchanges.map(({ kept, id, ...each }): LiveExchange => {
      const exchange = load({ kept, id });
      const { response } = exchange;
      const usage = response?.status === 200 ? (recognise(exchange)?.readUsage(response) ?? null) : null;
      return { ...each, exchange, usage };
    }),
  };
}

function serverOf({ host, path = "/" }: AnsweredBy): string {
  const { hostname } = new URL(`http://${host}`);
  return isLoopback(hostname) ? "loopback" : `${host}${path}`;
}

function anotherHost(folder: string, place: string, before: AnsweredBy, now: AnsweredBy): HarnessError {
  const said = ({ provider, host, path = "/" }: AnsweredBy): string =>
    `${provider} at ${host}${path === "/" ? "" : path}`;
  return new HarnessError({
    code: "HX329",
    what: `${said(before)} answered the rounds in ${folder}, and this run asks ${said(now)}`,
    where: place,
    fix: "continue with the base URL of that run, or run without --resume",
    exit: 2,
  });
}

function anotherFork(folder: string, place: string): HarnessError {
  return new HarnessError({
    code: "HX323",
    what: `the rounds in ${folder} are of another prompt, parent or provider, or their first line was changed`,
    where: place,
    fix: "restore the scenario that they ran with, or run without the transcripts of that run",
    exit: 2,
  });
}
