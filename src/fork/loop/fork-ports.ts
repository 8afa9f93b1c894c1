import { randomUUID } from "node:crypto";
import type { Tracer } from "@opentelemetry/api";
import type { ForkRecords } from "../../transcript/fork-records.ts";
import { hasMethod } from "../../wire/describe-value.ts";
import { checkNames } from "../params/check-names.ts";
import { checkShapes, isFunction, type Shape } from "../params/check-shapes.ts";
import { systemClock, systemTimer, type StartTimer } from "./timer.ts";

/** The effects that a fork needs. */
export type ForkPorts = {
  readonly startTimer: StartTimer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newRunId: () => string;
  /** Where runs with `skipTranscript: false` are recorded; null for nowhere. */
  readonly records: ForkRecords | null;
  /** Default: that of the registered OpenTelemetry SDK. */
  readonly tracer: Tracer | undefined;
};

/** The ports with their defaults. Throws ForkParamsError for an unknown or invalid one. */
export function withDefaultPorts(ports: Partial<ForkPorts>): ForkPorts {
  checkShapes(ports, portShapes, "ports.");
  checkNames(ports, portNames, "port", "ports.");
  const { startTimer = systemTimer, now = systemClock, newRunId = randomUUID, records = null, tracer } = ports;
  return { startTimer, now, newRunId, records, tracer };
}

const portShapes: readonly Shape[] = [
  ...["startTimer", "now", "newRunId"].map((name): Shape => ({
    name,
    isOptional: true,
    fits: isFunction,
    wanted: "a function",
  })),
  {
    name: "records",
    isOptional: true,
    fits: (value) => value === null || hasMethod(value, "begin"),
    wanted: 'a place for records; pass fileRecords(".forkproof"), or null to record nothing',
  },
  {
    name: "tracer",
    isOptional: true,
    fits: (value) => hasMethod(value, "startSpan"),
    wanted: "a tracer of OpenTelemetry; leave it out for that of the registered SDK",
  },
];

const portNames = portShapes.map(({ name }) => name);
