/** A place in the page, as its address says it: a colleague who opens the link sees the same. */
export type Route =
  | { readonly view: "incidents"; readonly incident: number | null }
  | { readonly view: "jobs"; readonly job: string | null }
  | { readonly view: "conversations"; readonly conversation: string | null; readonly request: string | null }
  | { readonly view: "shared" };

/** `#incident-1`, `#c612`, `#c612/r651`, `#shared`. Ids are escaped as in any address. */
export function parseRoute(hash: string, home: "incidents" | "jobs"): Route {
  const text = hash.replace(/^#/, "");
  const incident = /^incident-(\d+)$/.exec(text)?.[1];
  if (incident !== undefined) return { view: "incidents", incident: Number(incident) };
  if (text === "incidents") return { view: "incidents", incident: null };
  const job = /^job-(.+)$/.exec(text)?.[1];
  if (job !== undefined) return { view: "jobs", job: unescaped(job) };
  if (text === "shared") return { view: "shared" };
  if (text === "conversations") return { view: "conversations", conversation: null, request: null };
  const [, conversation, request = null] = /^c([^/]+)(?:\/r(.+))?$/.exec(text) ?? [];
  if (conversation === undefined)
    return home === "jobs" ? { view: "jobs", job: null } : { view: "incidents", incident: null };
  return {
    view: "conversations",
    conversation: unescaped(conversation),
    request: request === null ? null : unescaped(request),
  };
}

export function hashOf(route: Route): string {
  switch (route.view) {
    case "incidents":
      return route.incident === null ? "#incidents" : `#incident-${route.incident}`;
    case "jobs":
      return route.job === null ? "#jobs" : `#job-${encodeURIComponent(route.job)}`;
    case "shared":
      return "#shared";
    case "conversations": {
      if (route.conversation === null) return "#conversations";
      const request = route.request === null ? "" : `/r${encodeURIComponent(route.request)}`;
      return `#c${encodeURIComponent(route.conversation)}${request}`;
    }
  }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
