/**
 * The most bytes that one body file, or one line of a JSON Lines recording, may have: 64 MiB. The largest prompt that a
 * provider takes is half of that (Anthropic: 32 MB a request), so more is a mistake, and it is refused before it is read.
 */
export const maxBodyBytes: number = 64 * 1024 * 1024;
