import type { ForkEvent, ForkObserver } from "../fork-event.ts";

/** Writes one line for each event but text deltas: the label, then what happened. No text of the conversation. */
export function loggingObserver(label: string, write: (line: string) => void): ForkObserver {
  return (event) => {
    const line = lineOf(event);
    if (line !== null) write(`${label}: ${line}`);
  };
}

function lineOf(event: ForkEvent): string | null {
  switch (event.type) {
    case "started":
      return `turn ${event.turn} is being answered`;
    case "text":
      return null;
    case "message":
      return `turn ${event.message.turn} adds a message of the ${event.message.role}`;
    case "decision":
      return `turn ${event.record.turn} calls ${event.record.tool}: ${event.record.decision} (${event.record.rule})`;
    case "turn":
      return `turn ${event.record.turn} is ${event.record.isComplete ? "over" : "cut short"}`;
    case "ended":
      return `ended, ${event.stop.cause}`;
  }
}
