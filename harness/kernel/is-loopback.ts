/** RFC 6890: 127.0.0.0/8 and ::1; `localhost` and below by RFC 6761. */
export function isLoopback(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return bare === "::1" || bare === "localhost" || bare.endsWith(".localhost") || /^(?:::ffff:)?127\./.test(bare);
}
