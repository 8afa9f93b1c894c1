/** What a mocked model answers, lane by lane; a list is the lane `fork`. At runtime parse-script.ts checks the same, and more. */
export type MockScript =
  | readonly MockStep[]
  | {
      readonly parent?: readonly MockStep[] | MockLane;
      readonly fork?: readonly MockStep[] | MockLane;
      readonly [fork: `fork[${number}]`]: readonly MockStep[] | MockLane;
    };

export type MockLane = {
  /** Which request begins the lane. All conditions must hold. */
  readonly when?: { readonly contains?: string; readonly matches?: string; readonly tool?: string };
  readonly turns: readonly MockStep[];
};

/** One answer: `{ text: "Done." }`, `{ call: { read_note: { page: 1 } } }`, `{ error: 529 }`. */
export type MockStep = MockAnswer | MockError;

/** Calls by tool: `{ read_note: { page: 1 } }`. Several members are several calls. */
export type MockCalls = Readonly<Record<string, object>>;

type MockAnswer = {
  readonly text?: string;
  readonly thinking?: string;
  /** A list may call one tool twice. */
  readonly call?: MockCalls | readonly MockCalls[];
  readonly calls?: readonly MockCalls[];
  /** Ends at the token limit, after this text if there is one. */
  readonly length?: string | true;
  /** Ends with a refusal, after this text if there is one. */
  readonly refusal?: string | true;
  readonly wait?: MockWait;
  /** The connection breaks after so many events of the stream. */
  readonly cut?: number | { readonly afterEvents: number };
  readonly error?: never;
};

type MockError = {
  /** An HTTP status from 400 to 599, alone or with the provider's words. `retryAfter` is in seconds or such as `7s`. */
  readonly error:
    | number
    | {
        readonly status: number;
        readonly type?: string;
        readonly message?: string;
        readonly retryAfter?: number | string;
      };
  readonly wait?: MockWait;
};

/** Before the answer. A mocked provider in a test does not wait: it runs on virtual time. */
type MockWait = `${number}${"ms" | "s" | "m" | "h"}`;
