import type { JsonObject } from "../../kernel/json.ts";
import { isDeepStrictEqual } from "node:util";
import type { ToolStub } from "../../scenario/fork-section.ts";

/** The answer of a stubbed tool. */
export type StubbedAnswer = { readonly content: string; readonly isError: boolean };

/**
 * The scenario's stubs as one function: the first whose name and arguments match answers. A call without a matching stub is the
 * scenario's mistake, not the fork's: the caller asks for `unmatched` and fails the job.
 */
export class StubbedTools {
  readonly #stubs: readonly ToolStub[];
  readonly #unmatched: string[] = [];

  constructor(stubs: readonly ToolStub[]) {
    this.#stubs = stubs;
  }

  readonly call = (tool: string, input: JsonObject): StubbedAnswer => {
    const stub = this.#stubs.find((each) => each.name === tool && hasMembers(input, each.input));
    if (stub !== undefined) return { content: stub.text, isError: stub.outcome === "fails" };
    this.#unmatched.push(`${tool} ${JSON.stringify(input)}`);
    return { content: `No stub answers this call of ${tool}.`, isError: true };
  };

  /** Calls that no stub answered, with their arguments. */
  unmatched(): readonly string[] {
    return this.#unmatched;
  }
}

/** Every member that the stub names, with the same value; others may be there. */
function hasMembers(input: JsonObject, wanted: JsonObject | null): boolean {
  return Object.entries(wanted ?? {}).every(([name, value]) => isDeepStrictEqual(input[name], value));
}
