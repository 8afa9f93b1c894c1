import { isLoopback } from "../../kernel/is-loopback.ts";
import { LANE_HEADER } from "../../kernel/lane/lane-header.ts";
import type { SubjectTask } from "./subject-task.ts";

/** Names the lane to a server on loopback, and waits before a retry in virtual time: as long as the provider asks, else not at all. */
export function laneFetch({ lane, pause, onAsk, signal: taskSignal }: SubjectTask, send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    // A subject may send requests to any host: no provider should see the header.
    if (isLoopback(hostOf(input))) headers.set(LANE_HEADER, lane);
    onAsk?.();
    const response = await send(input, { ...init, headers });
    if (response.ok) return response;
    const seconds = Number(response.headers.get("retry-after") ?? 0);
    if (seconds > 0) await pause(seconds * 1_000, init?.signal ?? taskSignal);
    const { status, statusText, body } = response;
    const answered = new Headers(response.headers);
    // The client's own pause would take real time.
    answered.set("retry-after-ms", "1");
    return new Response(body, { status, statusText, headers: answered });
  };
}

function hostOf(input: Parameters<typeof fetch>[0]): string {
  return new URL(input instanceof Request ? input.url : input).hostname;
}
