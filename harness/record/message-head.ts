import type { Header } from "../kernel/exchange.ts";

/** The first line of an HTTP/1.1 message and its headers, in their order and spelling. */
export type MessageHead = { readonly start: string; readonly headers: readonly Header[] };

/** `bytes` end in the blank line that ends a head. */
export function parseHead(bytes: Buffer): MessageHead {
  const [start = "", ...lines] = bytes.toString("latin1").trimEnd().split(/\r?\n/);
  const headers = lines.map((line): Header => {
    const colon = line.indexOf(":");
    return colon === -1 ? [line, ""] : [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return { start, headers };
}

/** The same head under another host's name, every other byte as it was. */
export function withHost(head: Buffer, host: string): Buffer {
  const text = head.toString("latin1");
  return Buffer.from(
    text.replace(/^(host:[ \t]*)[^\r\n]*/im, (_, name: string) => name + host),
    "latin1",
  );
}

export type RequestLine = { readonly method: string; readonly path: string };

/** Null where this is no line of HTTP/1.1. */
export function requestLine(start: string): RequestLine | null {
  const [, method, path] = /^([!#-'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]$/.exec(start) ?? [];
  return method === undefined || path === undefined ? null : { method, path };
}

/** Null where this is no line of HTTP/1.1. */
export function statusOf(start: string): number | null {
  const [, status] = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(start) ?? [];
  return status === undefined ? null : Number(status);
}
