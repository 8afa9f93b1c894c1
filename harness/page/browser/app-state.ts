import type { Filters } from "./data/filters.ts";
import type { Recording } from "./data/recording.ts";
import type { Route } from "./route.ts";

/** What the views share: what is shown, and how to go elsewhere. */
export type App = {
  readonly recording: Recording;
  /** The requests that pass the filters; null if all do. */
  readonly matching: () => ReadonlySet<number> | null;
  readonly filters: () => Filters;
  readonly go: (route: Route) => void;
};

/** A view of the page. Keys and filters reach the one that is shown. */
export type View = {
  readonly element: HTMLElement;
  /** Draws anew what filters and theme change. */
  readonly refresh: () => void;
  /** True if the key did something here. */
  readonly press: (key: string) => boolean;
};

/** The place of a request in the page. */
export function routeOfRequest(recording: Recording, row: number): Route {
  const { id, conversation } = recording.request(row);
  return { view: "conversations", conversation: recording.conversationName(conversation), request: id };
}
