import { parseLayout } from "../parse-layout.ts";
import type { ResourceCall, WireRequest } from "../../../mock/mock-wire.ts";
import { parseJsonBody } from "../../../mock/parse-json-body.ts";

/**
 * The operation on `cachedContents` that a request asks for; null for one without such an endpoint at the provider, or with a
 * body that is not JSON.
 */
export function readResourceCall({ method, path, body }: WireRequest): ResourceCall | null {
  const id = RESOURCE.exec(path)?.groups?.["id"];
  const name = id === undefined ? null : `cachedContents/${id}`;
  if (method === "GET") return name === null ? { does: "list" } : { does: "get", name };
  if (method === "DELETE" && name !== null) return { does: "delete", name };
  if (parseJsonBody(body) === null) return null;
  if (method === "POST" && name === null) return { does: "create", layout: parseLayout(body) };
  if (method === "PATCH" && name !== null) return { does: "update", name, layout: parseLayout(body) };
  return null;
}

/** The collection, or one of it. Vertex's, below a project and a place, is another. */
export const RESOURCE: RegExp = /^\/v1(?:alpha|beta\d*)?\/cachedContents(?:\/(?<id>[^/:?]+))?(?:\?|$)/;
