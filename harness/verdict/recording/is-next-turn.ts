import { LineageReader } from "./lineage-reader.ts";
import type { ReadRequest } from "../read-request.ts";

/**
 * Whether the bytes of two requests show that the child is the parent's own next turn: it repeats the parent's recorded answer, and no
 * directive or named parent says otherwise. A fork that repeats the answer looks the same, and without a recorded answer nothing shows it.
 */
export function isNextTurn(parent: ReadRequest, child: ReadRequest): boolean {
  const { id, forkOf } = child.exchange;
  if (forkOf !== null) return false;
  const ids = [parent.exchange.id, id];
  const lineage = new LineageReader({
    name: "a pair",
    format: "several",
    ids,
    load: (each) => (each === id ? child : parent).exchange,
  });
  // The pair does not hold the parent's own parent.
  lineage.add({ ...parent.exchange, forkOf: null }, parent.layout);
  lineage.add(child.exchange, child.layout);
  const descent = lineage.settled().get(id);
  return descent?.relation === "turn" && descent.because.includes("repeats-answer");
}
