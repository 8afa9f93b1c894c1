import type { Verdict } from "../../harness/kernel/judgement.ts";
import type { MockProvider } from "../../harness/mock/mock-provider.ts";

/** A real client in one scenario: how it is run against the mocked provider, and what is known of its forks. */
export type ClientCase = {
  readonly name: string;
  /** Pinned, the client's own package first: its version is the one that is printed. */
  readonly packages: readonly string[];
  readonly wire: string;
  /** Null for the variables that SDKs read. */
  readonly preset: string | null;
  /** How the mocked provider is served to it; by default over plain HTTP. */
  readonly serve?: (provider: MockProvider, folder: string) => Promise<ClientServer>;
  /** What the base URL of its login has behind the host. */
  readonly loginPath?: string;
  /** Answers by lane. What goes on from a conversation that has ended, or from nothing, begins the next fork. */
  readonly script: (places: Places) => Readonly<Record<string, readonly unknown[]>>;
  /** Whose request a body is, where a fork and its parent ask at the same time and their order is chance. */
  readonly laneOf?: (body: string) => string | null;
  /** The parts of a request's text that differ in each run, other than ids. */
  readonly madeUp?: RegExp;
  /** Files of the client's home and of the project that it works in, by path. */
  readonly files: (places: Places) => Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  /** For `sh -c`; `"$@"` is what a preset adds. */
  readonly command: (places: Places) => string;
  readonly pairs: readonly KnownPair[];
  /** Files below its home in which it keeps the session by itself, and how `import` names them. */
  readonly transcripts?: { readonly file: RegExp; readonly format: string };
  /** Fork scenarios that run the client as their `command`, each of which must pass. */
  readonly scenarios?: (places: Places) => readonly object[];
};

/** A mocked provider in the form that a client asks. */
export type ClientServer = AsyncDisposable & {
  readonly baseUrl: string;
  /** What the client needs besides the base URL to reach it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Digests of the requests with a prompt, as they crossed the wire. */
  readonly digests: () => readonly string[];
  /** The digest of the request as it crossed the wire, of which the provider saw the one with this digest. */
  readonly messageOf: (providersDigest: string) => string | null;
};

export type Places = {
  /** Where the packages are installed. */
  readonly installed: string;
  readonly home: string;
  readonly project: string;
  readonly node: string;
};

/** A fork's first request against the request that it continues, each named by lane and turn. */
export type KnownPair = {
  readonly pair: string;
  readonly parent: Turn;
  readonly child: Turn;
  readonly expected: {
    readonly verdict: Verdict;
    readonly causes: readonly string[];
    /** The parent's block at which they part, where its place is known. */
    readonly pointer?: string;
  };
};

export type Turn = readonly [lane: string, turn: number];
