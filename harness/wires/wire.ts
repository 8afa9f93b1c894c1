import type { Header } from "../kernel/exchange.ts";
import type { DialectName, Layout } from "../kernel/layout.ts";
import type { ProviderError } from "../kernel/faults/provider-error.ts";
import type { Usage } from "../kernel/usage.ts";
import type { MockWire } from "../mock/mock-wire.ts";
import type { CallSpelling } from "./call-spelling.ts";
import type { ResponseWithStatus } from "./read-error.ts";
import type { Settings } from "./settings.ts";
import type { AnswerBlock } from "./shared/said/answered-blocks.ts";
import type { ResponseBody } from "./shared/usage/response-documents.ts";

/** One wire format as the judge reads it. A value, no state. */
export type Wire = {
  readonly name: DialectName;
  /** How the paths of its endpoints end, without their query. */
  readonly endings: readonly string[];
  /** Whether a body of valid JSON has its shape; the shape alone must decide if no path named a wire format. Never by a client's name. */
  readonly hasShape: (request: ShapedRequest) => boolean;
  /**
   * Lays a valid JSON body out in cache order. `like` is the layout of a body that this one may repeat (a parent's): what
   * is repeated is compared instead of scanned. The result is the same with and without it.
   */
  readonly parseLayout: (body: Buffer, like?: Layout) => Layout;
  /** The counters as the response reports them; null without counters. */
  readonly readUsage: (response: ResponseBody) => Usage | null;
  /** The member of a response that holds them. */
  readonly usageMember: "usage" | "usageMetadata";
  /** Whether its prompt counter includes what was read and written, so that a missing write counter leaves nothing unknown. */
  readonly promptIncludesCached: boolean;
  /** Whether counters of 0 are left out of a response. */
  readonly omitsZeroCounters?: boolean;
  /** Why the provider did not answer, in its own words; null where it did. */
  readonly readError: (response: ResponseWithStatus) => ProviderError | null;
  /** The blocks of an answer, JSON or stream; empty for an answer that never came whole, and for an error. */
  readonly answeredBlocks: (response: ResponseBody) => readonly AnswerBlock[];
  /** The part of a whole answer that its providers' caches keep. By default nothing. */
  readonly cachedAnswer?: (response: ResponseBody) => unknown;
  readonly settings: Settings;
  readonly calls: CallSpelling;
  /** Whether a tool whose `type` is not known runs at the provider. */
  readonly otherToolsAreServers?: boolean;
  /** Whether a member of a parameter may stand in a prompt member, as Bedrock's `toolConfig.toolChoice` does. */
  readonly hasInnerParameters?: boolean;
  /** Whether its provider keeps responses and conversations that a later request continues by name. */
  readonly keepsConversations?: boolean;
  /** The parameter that names a prefix kept as a resource. */
  readonly resourceParameter?: string;
  /** Where a request has its key. */
  readonly keyHeader: (key: string) => Header;
  /** A version that each request must name. */
  readonly versionHeader?: Header;
  /** Loads how the mocked provider speaks it, from `mocked/` of the same folder; without it no request is answered in it. */
  readonly mocked?: () => Promise<readonly MockWire[]>;
};

export type ShapedRequest = {
  readonly body: Buffer;
  readonly headers: readonly Header[];
  /** Whether the path named this wire format. */
  readonly isNamed: boolean;
};
