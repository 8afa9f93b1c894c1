/** A host and port that a client asks for. */
export type Target = { readonly host: string; readonly port: number };

/** Of `host:port`, the form of CONNECT (RFC 9110, 9.3.6); null if it is not of this form. */
export function parseTarget(text: string): Target | null {
  const [, bracketed, bare, port] = /^(?:\[([0-9a-f:.]+)\]|([^\s:/@[\]]+)):(\d{1,5})$/i.exec(text) ?? [];
  const host = bracketed ?? bare;
  const number = Number(port);
  return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number };
}

export function targetOf(url: URL): Target {
  const standard = url.protocol === "https:" ? 443 : 80;
  return { host: url.hostname.replace(/^\[(.*)\]$/, "$1"), port: url.port === "" ? standard : Number(url.port) };
}

export function showTarget({ host, port }: Target): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
