import { memberList, rootMember } from "../shared/layout/root-member.ts";

/** Pointer of the request that Code Assist wraps (`/v1internal:generateContent`), next to its model and project. */
export const WRAPPER = "/request";

const OPEN_BRACE = 0x7b;

/** Where the wrapped request starts; null for a body that is a request itself. */
export function wrappedRequest(body: Buffer): number | null {
  const start = rootMember(body, "request");
  if (start === null || body[start] !== OPEN_BRACE || memberList(body, start, "contents") === null) return null;
  return rootMember(body, "contents") === null ? start : null;
}
