import type { Header } from "../kernel/exchange.ts";
import { isLoopback } from "../kernel/is-loopback.ts";

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

/**
 * The head for the provider: under the provider's name, every other byte unchanged. Headers of forkproof's own go to loopback
 * only.
 */
export function forwardedHead(head: Buffer, { host, hostname }: URL): Buffer {
  const text = head.toString("latin1");
  const own = isLoopback(hostname) ? text : text.replaceAll(/^x-forkproof-[^\r\n]*\r?\n/gim, "");
  return Buffer.from(
    own.replace(/^(host:[ \t]*)[^\r\n]*/im, (_, name: string) => name + host),
    "latin1",
  );
}

export type RequestLine = { readonly method: string; readonly path: string };

/** The path is without the host that stands before it in a request to a proxy. Null if this is not a line of HTTP/1.1. */
export function requestLine(start: string): RequestLine | null {
  const [, method, path] = /^([!#-'*+.^_`|~\w-]+) (\S+) HTTP\/1\.[01]$/.exec(start) ?? [];
  return method === undefined || path === undefined
    ? null
    : { method, path: path.replace(/^https?:\/\/[^/?#]*\/?/i, "/") };
}

/** Null if this is not a line of HTTP/1.1. */
export function statusOf(start: string): number | null {
  const [, status] = /^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(start) ?? [];
  return status === undefined ? null : Number(status);
}
