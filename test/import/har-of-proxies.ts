export type HarEntry = {
  readonly request: {
    readonly headers: readonly object[];
    readonly postData: object;
    readonly [member: string]: unknown;
  };
  readonly [member: string]: unknown;
};

/** As mitmproxy, Proxyman and Charles write it: the content is decoded, and the header that names its coding stays. */
export function harOfProxies(harEntries: readonly HarEntry[], answer: object): string {
  return JSON.stringify({
    log: {
      version: "1.2",
      creator: { name: "mitmproxy", version: "12.1.1" },
      pages: [],
      entries: harEntries.map((entry, at) => ({
        ...entry,
        request: {
          ...entry.request,
          httpVersion: "HTTP/2.0",
          headers: [{ name: ":authority", value: "api.anthropic.com" }, ...entry.request.headers],
          cookies: [],
          postData: { ...entry.request.postData, params: [] },
        },
        response: {
          status: 200,
          headers: [
            { name: "content-type", value: "application/json" },
            { name: "content-encoding", value: "gzip" },
          ],
          content: { size: 9, compression: 0, mimeType: "application/json", text: JSON.stringify(answer) },
        },
        _id: `flow-${at}`,
      })),
    },
  });
}
