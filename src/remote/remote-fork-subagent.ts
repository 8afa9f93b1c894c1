import type { ForkHandle } from "../fork/fork-handle.ts";
import type { ForkSubagent } from "../fork/fork-subagent.ts";
import { withDefaultPorts, type ForkPorts } from "../fork/loop/fork-ports.ts";
import { strategyOf } from "../fork/loop/seed-of.ts";
import { startRun } from "../fork/loop/start-run.ts";
import { checkNames } from "../fork/params/check-names.ts";
import { checkShapes, isCountFrom, type Shape } from "../fork/params/check-shapes.ts";
import { ForkParamsError } from "../fork/params/fork-params-error.ts";
import type { ForkParams } from "../fork/params/fork-params.ts";
import { hasMethod } from "../wire/describe-value.ts";
import { isJsonObject } from "../wire/json-object.ts";
import { checkRemoteParams } from "./check-remote-params.ts";
import { definitionOf } from "./defined-filter.ts";
import type { ForkTransport } from "./fork-transport.ts";
import { followRun } from "./follow-run.ts";
import { roleOf } from "./remote-role.ts";
import { sendAgent } from "./sent-agent.ts";

export type RemoteForkOptions = {
  readonly transport: ForkTransport;
  /** How often a worker says that it lives. Default: 1000. */
  readonly heartbeatMs?: number;
  /**
   * A run ends as `lost` after so long without a word of its worker, and a worker aborts the fork after so long without one of its parent.
   * Default: 15000, longer than a short drop of the network. At least three times `heartbeatMs`.
   */
  readonly lostAfterMs?: number;
  /** How often a lost run is started again. Default: 0, since tools may have had effects. */
  readonly retry?: number;
  readonly ports?: Partial<ForkPorts>;
};

/**
 * Forks in another process, which has called `serveForks`. Limits, handles, observers, records and results are those of a fork in
 * process. The client and the tools are the worker's: pass `...remoteRole(name, parent.wire)`. A filter travels as `definedFilter` and narrows
 * that of the role, and the state of `agent` as the copy that its plan makes.
 */
export class RemoteForkSubagent implements ForkSubagent {
  readonly #options: Required<Omit<RemoteForkOptions, "ports">>;
  readonly #ports: ForkPorts;

  constructor(options: RemoteForkOptions) {
    checkShapes(options, shapes, "options.");
    checkNames(options, names, "option of a RemoteForkSubagent", "options.");
    const { transport, heartbeatMs = 1000, lostAfterMs = 15_000, retry = 0, ports = {} } = options;
    checkPatience(heartbeatMs, lostAfterMs);
    this.#options = { transport, heartbeatMs, lostAfterMs, retry };
    this.#ports = withDefaultPorts(ports);
  }

  async fork<State extends object>(params: ForkParams<State>): Promise<ForkHandle> {
    const { startTimer } = this.#ports;
    const role = roleOf(params.llm);
    checkRemoteParams(params);
    const { parent, directive, label, maxTurns, timeoutMs, source, filter, ownBreakpoints } = params;
    const { name, expectedSharedEnd } = strategyOf(params);
    return startRun(this.#ports, params, (started) => {
      const { depth, maxDepth, agentId } = started.run.context;
      const overrides = agentId === null ? started.overrides : { ...started.overrides, agentId };
      const sent = { directive, label, maxTurns, timeoutMs, maxDepth: maxDepth - depth + 1, overrides };
      const request = {
        strategy: { name, expectedSharedEnd },
        params: {
          ...sent,
          ...(source !== undefined && { source }),
          // A worker of an earlier version does not know it.
          ...(ownBreakpoints === false && { ownBreakpoints }),
        },
        filter: filter === undefined ? null : definitionOf(filter),
      };
      const { agent } = started;
      const sentAgent = () => (agent === undefined ? null : sendAgent(agent));
      return followRun({ ...this.#options, startTimer, role, parent, request, sentAgent, started });
    });
  }
}

/** With fewer, a run is lost between two heartbeats of a worker that lives, after its requests were paid. */
const BEATS = 3;

function checkPatience(heartbeatMs: number, lostAfterMs: number): void {
  const least = BEATS * heartbeatMs;
  if (lostAfterMs >= least) return;
  const what = `${lostAfterMs} ms are fewer than ${BEATS} heartbeats of ${heartbeatMs} ms: pass at least ${least}, or a shorter heartbeatMs`;
  throw new ForkParamsError("options.lostAfterMs", what);
}

const shapes: readonly Shape[] = [
  {
    name: "transport",
    fits: (value) => hasMethod(value, "ask") && hasMethod(value, "subscribe"),
    wanted: "a transport; pass await natsTransport({ servers }), or memoryTransport()",
  },
  { name: "heartbeatMs", isOptional: true, fits: isCountFrom(1), wanted: "a count of milliseconds from 1" },
  { name: "lostAfterMs", isOptional: true, fits: isCountFrom(1), wanted: "a count of milliseconds from 1" },
  { name: "retry", isOptional: true, fits: isCountFrom(0), wanted: "a count of attempts from 0" },
  { name: "ports", isOptional: true, fits: isJsonObject, wanted: "an object with ports of a DefaultForkSubagent" },
];

const names = shapes.map(({ name }) => name);
