/** The place that the path of a request to Vertex names: a region, several (`eu`) or `global`. Absent for other paths. */
export function locationOf(path: string): { readonly location?: string } {
  const location = /\/projects\/[^/]+\/locations\/([a-z0-9-]+)\//.exec(path)?.[1];
  return location === undefined ? {} : { location };
}
