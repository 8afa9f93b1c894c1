/** What stands for the proxy in a client's arguments and settings. `config` is the path of the filled settings, if there are any. */
export type ProxyPlaces = { readonly baseUrl: string; readonly config: string | null };

const PLACES = /\{(?:baseUrl|port|config)\}/g;

/** Whether a text has a place for the proxy's address, so that one proxy must stand behind it. */
export function namesProxy(text: string): boolean {
  return text.includes("{baseUrl}") || text.includes("{port}");
}

/** A text with the address of the proxy, and the path of the settings, in their places. */
export function fillPlaces(text: string, { baseUrl, config }: ProxyPlaces): string {
  return text.replaceAll(PLACES, (place) => {
    if (place === "{config}") return config ?? place;
    return place === "{port}" ? new URL(baseUrl).port : baseUrl;
  });
}
