/** One client of one wire, as the contract of the mocked provider drives it. */
export type WireClient = {
  readonly name: string;
  /** Sends a conversation whose head is long enough to be cached, and reads the answer as the client does. */
  readonly ask: (baseUrl: string, turn: Turn) => Promise<Said>;
  /** The words that an error of this status has if the script does not give any. */
  readonly words: Readonly<Record<number, RegExp>>;
  /** What the provider says of a call without a result. */
  readonly dangling: RegExp;
  /** How a rejected request shows its status. */
  readonly statusOf: (fault: unknown) => number | null;
  /** Whether reasoning is shown to the client. */
  readonly showsThinking: boolean;
  /** The least of a fork's prompt that must be read where nothing but its head was shared. */
  readonly leastRatio: number;
};

export type Turn = {
  readonly messages: readonly Message[];
  readonly streams: boolean;
  readonly lane?: string;
  /** In place of the long head. */
  readonly head?: string;
  readonly signal?: AbortSignal;
  /** Called with the first event of a stream. */
  readonly onFirst?: () => void;
};

export type Message =
  | { readonly user: string }
  | { readonly said: Said }
  /** One result for each call, in their order. */
  | { readonly results: readonly string[]; readonly calls: readonly Call[] };

export type Call = { readonly id: string | null; readonly name: string; readonly input: unknown };

export type Said = {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly Call[];
  /** One vocabulary over all wires. */
  readonly stop: "end" | "calls" | "length" | "refusal" | "other";
  readonly usage: { readonly total: number | null; readonly read: number | null; readonly output: number | null };
  /** What goes back as history, in the client's own shape. */
  readonly native: readonly unknown[];
};

/** A head of about 6,000 tokens: above the minimum of every modelled cache. */
export const HEAD: string = "You look after a small shop in the harbour. ".repeat(700);

export const TOOLS: readonly string[] = ["Read", "Bash"];
