import { skipWhiteSpace } from "../../wire-scan/skip-white-space.ts";
import { stringIs } from "../../wire-scan/string-is.ts";
import { walkMembers } from "../../wire-scan/walk-members.ts";
import { rootMember } from "../shared/layout/root-member.ts";
import type { ShapedRequest } from "../wire.ts";

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const QUOTE = 0x22;

/** An `input`. If the path says nothing, its first item must have a role: embeddings and moderations have an `input` too. */
export function hasShape({ body, isNamed }: ShapedRequest): boolean {
  const input = rootMember(body, "input");
  if (input === null) return false;
  if (isNamed) return body[input] === OPEN_BRACKET || body[input] === QUOTE;
  return body[input] === OPEN_BRACKET && hasRole(body, skipWhiteSpace(body, input + 1));
}

function hasRole(body: Buffer, item: number): boolean {
  if (body[item] !== OPEN_BRACE) return false;
  let found = false;
  walkMembers(body, item, (keyStart, keyEnd) => {
    if (stringIs(body, keyStart, keyEnd, "role")) found = true;
  });
  return found;
}
