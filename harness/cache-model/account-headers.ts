import { ASKED_CACHE_HEADER } from "../kernel/lane/asked-cache.ts";

/** Headers that send a request to another account, organisation or project of one host, whose cache is another one. */
export const accountHeaders: readonly string[] = [
  "openai-organization",
  "openai-project",
  "chatgpt-account-id",
  "x-goog-user-project",
  ASKED_CACHE_HEADER,
];
