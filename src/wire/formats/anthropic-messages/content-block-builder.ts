import { applyEdits, setMember } from "../../apply-edits.ts";
import type { RawBlock } from "./describe-content.ts";
import { parseJson, parseJsonObject, type JsonObject } from "../../json-object.ts";
import { lastMember, readObject } from "../../read-object.ts";
import { WireFault } from "../../wire-fault.ts";

/**
 * Puts a streamed content block together: the raw `content_block` of its start, with the streamed members set in place.
 * Members and their order stay the provider's, even unknown ones.
 */
export class ContentBlockBuilder {
  readonly #start: Buffer;
  readonly #streamed = new Map<string, string>();
  readonly #citations: string[] = [];
  #input = "";

  constructor(start: Buffer) {
    this.#start = start;
  }

  /** Takes one delta; returns the text for the reader that it carries, or null. */
  add(delta: JsonObject): string | null {
    switch (delta["type"]) {
      case "text_delta":
        return this.#extend("text", pieceOf(delta, "text"));
      case "thinking_delta":
        this.#extend("thinking", pieceOf(delta, "thinking"));
        return null;
      case "signature_delta":
        this.#streamed.set("signature", pieceOf(delta, "signature"));
        return null;
      case "input_json_delta":
        this.#input += pieceOf(delta, "partial_json");
        return null;
      case "citations_delta":
        this.#citations.push(JSON.stringify(delta["citation"]));
        return null;
      default:
        // Dropping an unknown part would send an altered turn back; the provider checks signed turns.
        throw new WireFault(`a content delta of unknown type ${JSON.stringify(delta["type"])}`);
    }
  }

  build(): RawBlock {
    const block = readObject(this.#start, 0);
    const isBroken = this.#input !== "" && parseJsonObject(this.#input) === null;
    // The API takes only an object. Wrapping a broken one is what Anthropic's page on fine-grained streaming advises.
    const input = isBroken ? JSON.stringify({ INVALID_JSON: this.#input }) : this.#input;
    const edits = [...this.#streamed].map(([name, value]) => setMember(block, name, JSON.stringify(value)));
    if (input !== "") edits.push(setMember(block, "input", input));
    if (this.#citations.length > 0) edits.push(setMember(block, "citations", `[${this.#citations.join(",")}]`));
    return {
      raw: Buffer.concat(applyEdits(this.#start, block.span, edits)),
      writtenInput: isBroken ? this.#input : null,
    };
  }

  #extend(name: string, piece: string): string {
    this.#streamed.set(name, (this.#streamed.get(name) ?? this.#startText(name)) + piece);
    return piece;
  }

  #startText(name: string): string {
    const member = lastMember(readObject(this.#start, 0), name);
    if (member === null) return "";
    return String(parseJson(this.#start.toString("utf8", member.value.start, member.value.end)));
  }
}

function pieceOf(delta: JsonObject, name: string): string {
  const piece = delta[name];
  if (typeof piece !== "string") throw new WireFault(`a content delta has no ${name}`);
  return piece;
}
