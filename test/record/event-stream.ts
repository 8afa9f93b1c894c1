/** Headers of an event stream. */
export const sse: Readonly<Record<string, string>> = { "content-type": "text/event-stream; charset=utf-8" };

export function event(text: string): string {
  return `event: delta\ndata: {"text":"${text}"}\n\n`;
}
