import type { Wire } from "../../wire.ts";
import type { ResponseBody } from "../usage/response-documents.ts";
import { readItem } from "./read-item.ts";
import type { SaidItem } from "./said-item.ts";

/** A model's answer, JSON or stream; empty for an answer that never came whole, and for an error. */
export function readSaidAnswer(wire: Pick<Wire, "answeredBlocks">, response: ResponseBody): readonly SaidItem[] {
  return wire.answeredBlocks(response).flatMap(([kind, value]) => readItem(kind, value) ?? []);
}
