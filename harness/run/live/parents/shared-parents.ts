import { createHash } from "node:crypto";
import { newKey } from "../../../io/new-key.ts";
import type { Exchange } from "../../../kernel/exchange.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import type { ParentTranscripts } from "../transcripts/parent-transcripts.ts";
import { keptLiveParent, type LiveParent, type ParentMeans, sendLiveParent } from "./live-parent.ts";

/** A parent for a fork, and whether its request was sent for this one alone or first. */
export type LeasedParent = { readonly parent: LiveParent; readonly isNew: boolean };

/** The parents of a live run: each is sent once, whatever number of jobs and rounds fork it. */
export class SharedParents {
  readonly #sent = new Map<string, Promise<LiveParent>>();
  readonly #kept: ParentTranscripts | null;
  readonly #onUnkept: (fault: HarnessError) => void;

  /** With `kept`, parents of an earlier process are not sent again. `onUnkept` gets why a parent could not be kept. */
  constructor(kept: ParentTranscripts | null, onUnkept: (fault: HarnessError) => void = () => {}) {
    this.#kept = kept;
    this.#onUnkept = onUnkept;
  }

  /** The answered parent for all forks of this request. A refusal is final: the provider is not asked again for each fork. */
  async share(recorded: Exchange, means: ParentMeans): Promise<LeasedParent> {
    const key = keyOf(recorded, means);
    const known = this.#sent.get(key);
    if (known !== undefined) return { parent: await known, isNew: false };
    const kept = this.#kept?.find(key) ?? null;
    const sending = kept === null ? this.#send(recorded, key, means) : keptLiveParent(recorded, kept, means);
    this.#sent.set(key, sending);
    return { parent: await sending, isNew: kept === null };
  }

  async #send(recorded: Exchange, key: string, means: ParentMeans): Promise<LiveParent> {
    const name = newName();
    const parent = await sendLiveParent(recorded, name, means);
    try {
      this.#kept?.keep(key, name, parent.sent);
    } catch (fault) {
      if (fault instanceof HarnessError) this.#onUnkept(fault);
      throw fault;
    }
    return parent;
  }
}

/** A parent for one fork alone, which no other can read. */
export async function ownParent(recorded: Exchange, means: ParentMeans): Promise<LeasedParent> {
  return { parent: await sendLiveParent(recorded, newName(), means), isNew: true };
}

function newName(): string {
  return `run ${newKey().toString("hex").slice(0, 16)}`;
}

/** The request names its model, in the path or in the body. A run has one base URL. */
function keyOf({ path, headers, request }: Exchange, { endpoint, answer }: ParentMeans): string {
  const asked = JSON.stringify([endpoint.provider, answer, path, headers]);
  return createHash("sha256").update(asked).update(request).digest("hex").slice(0, 16);
}
