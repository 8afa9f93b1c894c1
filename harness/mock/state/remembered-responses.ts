import { isJsonObject } from "../../kernel/json.ts";
import {
  previousResponse,
  rebuildDelta,
  rememberedItems,
  textAsItem,
} from "../../wires/openai-responses/rebuild-delta.ts";

/** The answers that a provider of Responses keeps, so that a later request may name one instead of repeating it. */
export class RememberedResponses {
  readonly #items = new Map<string, Buffer>();

  /**
   * The whole request, in items, for one with `previous_response_id`; the request itself if it names no id, or an unknown one. A
   * plain string is an item too, so that it reads the same when a later request continues its answer.
   */
  whole(request: Buffer): Buffer {
    if (request.includes(PREVIOUS)) {
      const id = previousResponse(request);
      const remembered = id === null ? undefined : this.#items.get(id);
      if (remembered !== undefined) return rebuildDelta(request, remembered);
    }
    return TEXT.test(request.toString("latin1")) ? textAsItem(request) : request;
  }

  /** Keeps a whole answer, streamed or not, under its id. */
  keep(request: Buffer, response: Buffer): void {
    const text = response.toString("utf8");
    const events = text.startsWith("event:") ? eventsOf(text) : asEvents(text);
    const id = events.map(idOf).findLast((each) => each !== null) ?? null;
    if (id !== null) this.#items.set(id, rememberedItems(request, Buffer.from(`[${events.join(",")}]`)));
  }
}

const TEXT = /"input"\s*:\s*"/;
const PREVIOUS = '"previous_response_id"';

/** The data of each event, as it was sent: of answers of our own, one line of data each, so that no package need be loaded. */
function eventsOf(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice("data: ".length)] : []));
}

/** An answer that was not streamed, as the events that its stream would have had. */
function asEvents(text: string): readonly string[] {
  const response: unknown = JSON.parse(text);
  const output: unknown = isJsonObject(response) ? response["output"] : null;
  const items: readonly unknown[] = Array.isArray(output) ? output : [];
  return [
    ...items.map((item) => JSON.stringify({ type: "response.output_item.done", item })),
    JSON.stringify({ type: "response.completed", response }),
  ];
}

function idOf(event: string): string | null {
  if (!/^\{"type":"response\.(?:completed|incomplete)"/.test(event)) return null;
  const parsed: unknown = JSON.parse(event);
  const response = isJsonObject(parsed) && isJsonObject(parsed["response"]) ? parsed["response"] : {};
  return typeof response["id"] === "string" ? response["id"] : null;
}
