import type { ForkHandle } from "./fork-handle.ts";
import type { ForkSubagent } from "./fork-subagent.ts";
import { withDefaultPorts, type ForkPorts } from "./loop/fork-ports.ts";
import { startRun } from "./loop/start-run.ts";
import { runTurns } from "./loop/turn-loop.ts";
import type { ForkParams } from "./params/fork-params.ts";

/** Forks in process: splices the first request from the parent's bytes and runs the turn loop. */
export class DefaultForkSubagent implements ForkSubagent {
  readonly #ports: ForkPorts;

  constructor(ports: Partial<ForkPorts> = {}) {
    this.#ports = withDefaultPorts(ports);
  }

  async fork<State extends object>(params: ForkParams<State>): Promise<ForkHandle> {
    return startRun(this.#ports, params, ({ run }) => runTurns(run));
  }
}
