import { isJsonObject } from "../../kernel/json.ts";
import { nearestWord } from "../../kernel/text/nearest-word.ts";
import type { IncomingRequest } from "../../mock/mock-provider.ts";

/** A request of a test to `serve --control`. */
export type ControlCall =
  | { readonly call: "create"; readonly name: string; readonly replaces: boolean }
  | { readonly call: "exchanges"; readonly name: string }
  | { readonly call: "judgement"; readonly name: string }
  | { readonly call: "advance"; readonly name: string; readonly by: string };

/** Why a request is not a control call, with the HTTP status for it. */
export type ControlRefusal = { readonly status: number; readonly what: string; readonly fix: string };

export type PathReading =
  /** A request to the mocked provider of a case, with the path that the provider knows. */
  | { readonly kind: "model"; readonly name: string; readonly path: string }
  | { readonly kind: "control" }
  | { readonly kind: "other" };

/** Decides by the path alone who answers. */
export function readPath(path: string): PathReading {
  if (path === PREFIX || path.startsWith(`${PREFIX}/`) || path.startsWith(`${PREFIX}?`)) return { kind: "control" };
  const [, name, rest] = /^\/case\/([^/?]+)(.*)$/s.exec(path) ?? [];
  if (name === undefined) return { kind: "other" };
  return { kind: "model", name, path: rest === undefined || rest === "" ? "/" : rest };
}

/** Reads a control request. Browsers send an Origin header; test suites do not. */
export function readControlCall({ method, path, headers, body }: IncomingRequest): ControlCall | ControlRefusal {
  if (headers.some(([name]) => name.toLowerCase() === "origin")) {
    return { status: 403, what: "a request with an Origin header comes from a web page", fix: "ask without Origin" };
  }
  const [place = "", query = null] = path.split("?", 2);
  const [, scope, name, action = "", ...more] = place.slice(1).split("/");
  if (scope !== "cases" || name === undefined || more.length > 0) return unknownPath(path);
  // Clients resolve `.` and `..` in a URL before they send it.
  if (!/^(?!\.{1,2}$)[\w.-]{1,100}$/.test(name)) {
    const fix = "name it with up to 100 letters, digits, dots, dashes and underscores, and not with dots alone";
    return { status: 400, what: `${JSON.stringify(name)} cannot name a case`, fix };
  }
  const wanted = ACTIONS[action];
  if (wanted === undefined) return unknownAction(action);
  if (method !== wanted.method) {
    const fix = `send ${wanted.method} ${PREFIX}/cases/NAME${action === "" ? "" : `/${action}`}`;
    return { status: 405, what: `${method} is not answered here`, fix };
  }
  const isReplace = action === "" && query === REPLACE;
  if (query !== null && !isReplace) {
    const fix = `leave the query out; only POST ${PREFIX}/cases/NAME takes one: ?${REPLACE}`;
    return { status: 400, what: `unknown query ${JSON.stringify(query)}`, fix };
  }
  switch (wanted.call) {
    case "advance":
      return readAdvance(name, body);
    case "create":
      return { call: "create", name, replaces: isReplace };
    case "exchanges":
    case "judgement":
      return { call: wanted.call, name };
  }
}

const PREFIX = "/__forkproof";

/** The query that lets a case begin anew. */
const REPLACE = "replace=1";

const ACTIONS: Readonly<Record<string, { readonly method: string; readonly call: ControlCall["call"] }>> = {
  "": { method: "POST", call: "create" },
  exchanges: { method: "GET", call: "exchanges" },
  judgement: { method: "GET", call: "judgement" },
  advance: { method: "POST", call: "advance" },
};

function unknownPath(path: string): ControlRefusal {
  const what = `no control request has the path ${JSON.stringify(path.split("?")[0])}`;
  return { status: 404, what, fix: `ask ${PREFIX}/cases/NAME, its /exchanges, /judgement or /advance` };
}

function unknownAction(action: string): ControlRefusal {
  const known = Object.keys(ACTIONS).filter((each) => each !== "");
  const nearest = nearestWord(action, known);
  const fix = nearest === null ? `ask for ${known.join(", ")}` : `did you mean "${nearest}"?`;
  return { status: 404, what: `a case has no ${JSON.stringify(action)}`, fix };
}

function readAdvance(name: string, body: Buffer): ControlCall | ControlRefusal {
  const given = parsed(body);
  const fix = 'send {"by":"6m"}';
  if (!isJsonObject(given)) return { status: 400, what: "advance takes a JSON object", fix };
  const other = Object.keys(given).find((each) => each !== "by");
  if (other !== undefined) return { status: 400, what: `advance has no member ${JSON.stringify(other)}`, fix };
  const { by } = given;
  if (typeof by !== "string") return { status: 400, what: "advance needs a time in `by`", fix };
  return { call: "advance", name, by };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}
