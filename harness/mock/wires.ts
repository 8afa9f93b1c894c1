import type { DialectName } from "../kernel/layout.ts";
import { memoizeByObject } from "../kernel/memo/memoize-by-object.ts";
import { wireNamed, wires } from "../wires/list.ts";
import type { Wire } from "../wires/wire.ts";
import type { MockWire, WireRequest } from "./mock-wire.ts";
import { headerOf } from "./parse-json-body.ts";
import type { RecordedAnswer } from "./script/recorded-answer.ts";

/** The wire formats that the mocked provider speaks. */
export type MockWires = {
  /**
   * The wire format of a request, by its path. An unknown path is refused as OpenAI refuses it, or as Anthropic does if a header
   * names its version: gateways send that header along to others' paths, too.
   */
  readonly of: (request: WireRequest) => MockWire;
  /** Whose errors answer what names no wire format: most clients without a path of their own speak it. */
  readonly usual: MockWire;
};

/** Loads them: whatever judges alone never does. */
export async function loadMockWires(): Promise<MockWires> {
  // One after the other: the module loaders of Vitest's vm pools fail if a module is imported again while it is being linked.
  const loaded: MockWire[] = [];
  for (const wire of wires) loaded.push(...(await mockedOf(wire)));
  const usual = named(loaded, "openai-chat");
  const anthropic = named(loaded, "anthropic-messages");
  return {
    of: (request) =>
      // Of those that recognise it the first has it.
      loaded.find((wire) => wire.recognises(request)) ??
      (headerOf(request.headers, "anthropic-version") === "" ? usual : anthropic),
    usual,
  };
}

/** Loads how the recorded answers of a wire format are read. */
export async function loadRecordedAnswer(name: DialectName): Promise<RecordedAnswer> {
  const { recorded } = named(await mockedOf(wireNamed(name)), name);
  if (recorded === undefined) throw new Error(`the mocked provider reads no recorded answers of ${name}`);
  return recorded;
}

/** Imported once: each of a thousand jobs makes a provider, and to import a module again costs more than to read a small request. */
const mockedOf = memoizeByObject(async ({ mocked }: Wire): Promise<readonly MockWire[]> => (await mocked?.()) ?? []);

function named(loaded: readonly MockWire[], name: DialectName): MockWire {
  const found = loaded.find((wire) => wire.name === name);
  if (found === undefined) throw new Error(`the mocked provider does not speak ${name}`);
  return found;
}
