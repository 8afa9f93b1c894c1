import type { JsonObject } from "./json.ts";
import type { DialectName } from "./layout.ts";

/**
 * The default export of a module that a scenario names as its `subject`: it forks the parent with its own code and sends the fork
 * to `baseUrl`. It resolves to its own report. A module that resolves to nothing is judged only by the requests that reached the
 * provider.
 */
export type ScenarioSubject = (task: ScenarioTask) => Promise<{ readonly output?: string } | void>;

/** The module's argument. */
export type ScenarioTask = {
  readonly parent: ForkedParent;
  /** Such as `http://127.0.0.1:40123`; any key is taken. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The scenario's `prompt`: what the fork is to do. */
  readonly directive: string;
  readonly tools: {
    /** Asks the scenario's filter, then its stubs. A denied call has `isError` and says which rule denied it. */
    readonly call: (
      tool: string,
      input: JsonObject,
    ) => Promise<{ readonly content: string; readonly isError: boolean }>;
  };
  /** The folder of a memory fork, a copy for this run alone; null for any other. */
  readonly memoryDir: string | null;
  /** Aborted where the scenario's limits or the run end the fork. */
  readonly signal: AbortSignal;
};

/** The parent's exchange as it crossed the wire in this run. */
export type ForkedParent = {
  /** Of the exchange in its recording. */
  readonly id: string;
  /** Its wire format. Default: anthropic-messages. */
  readonly wire?: DialectName;
  /** The path that it was sent to; Gemini's and Bedrock's name the model. */
  readonly path?: string;
  /** The body that was sent, raw. */
  readonly request: Buffer;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body of the response; null where it was an error or was cut, and where the request holds it already. */
  readonly answer: Buffer | null;
};
