import { decodeSegment } from "../../../kernel/text/decode-segment.ts";
import { HarnessError } from "../../../kernel/faults/harness-error.ts";
import type { DialectName } from "../../../kernel/layout.ts";
import type { ForkedParent } from "../../../kernel/scenario-subject.ts";

const libraryWires = ["anthropic-messages", "openai-chat", "openai-responses", "gemini-generate"] as const;

/** Wire formats that the fork library speaks. */
type LibraryWire = (typeof libraryWires)[number];

function isLibraryWire(wire: DialectName): wire is LibraryWire {
  return libraryWires.some((known) => known === wire);
}

/** Where and how a fork of ours asks: as its parent did. */
export type ParentEndpoint = {
  readonly wire: LibraryWire;
  /** The part of the parent's path before the endpoint, such as `/v1`. */
  readonly basePath: string;
  /** Where the path names the model; else the body does. */
  readonly model: string | null;
};

/** @throws HarnessError HX198 for a wire that our strategies do not speak */
export function endpointOf({ id, wire = "anthropic-messages", path = "" }: ForkedParent): ParentEndpoint {
  if (!isLibraryWire(wire)) {
    throw new HarnessError({
      code: "HX198",
      what: `our strategies do not speak ${wire}`,
      where: `parent exchange ${id}`,
      fix: "fork it with code of your own: `subject` or `command`",
      exit: 2,
    });
  }
  const model = /\/models\/([^/:?]+):/.exec(path)?.[1];
  return {
    wire,
    basePath: path.replace(/\/(?:chat\/completions|responses)(?:\?.*)?$/, ""),
    model: model === undefined ? null : (decodeSegment(model) ?? model),
  };
}
