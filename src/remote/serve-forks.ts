import type { CacheSafeParams } from "../cache-safe/cache-safe-params.ts";
import { allOf } from "../filters/all-of.ts";
import type { ToolFilter } from "../filters/tool-filter.ts";
import { DefaultForkSubagent } from "../fork/default-fork-subagent.ts";
import { writeEvents } from "../fork/events/event-envelope.ts";
import type { ForkHandle } from "../fork/fork-handle.ts";
import type { ParentAgent } from "../fork/isolation/fork-agent.ts";
import type { ForkPorts } from "../fork/loop/fork-ports.ts";
import { checkNames } from "../fork/params/check-names.ts";
import { checkShapes, isFunction, type Shape } from "../fork/params/check-shapes.ts";
import { ForkParamsError } from "../fork/params/fork-params-error.ts";
import { messageOf } from "../fork/records/run-log.ts";
import { systemTimer } from "../fork/loop/timer.ts";
import type { ToolDispatcher } from "../fork/tool-dispatcher.ts";
import type { LlmClient } from "../providers/llm-client.ts";
import { describeValue, hasMethod } from "../wire/describe-value.ts";
import { isJsonObject } from "../wire/json-object.ts";
import { keepBeating, watchSilence } from "./beats.ts";
import { checkDefinition, makeFilter } from "./defined-filter.ts";
import type { ForkTransport } from "./fork-transport.ts";
import {
  encodeJson,
  protocolVersion,
  readRequest,
  sentStrategy,
  sha256,
  snapshotOf,
  type ForkReply,
  type ForkRequest,
} from "./fork-request.ts";
import { RemoteError } from "./remote-error.ts";
import { checkRole } from "./remote-role.ts";
import { receivedAgent } from "./sent-agent.ts";
import { askSubject, subjectsOf } from "./subjects.ts";

/** What the forks of a role run with. */
export type WorkerRole = {
  readonly llm: LlmClient;
  readonly tools: ToolDispatcher;
  readonly filter?: ToolFilter;
  readonly agent?: ParentAgent;
};

export type ForkServer = {
  readonly transport: ForkTransport;
  /** By name: the parts that cannot leave a process. */
  readonly roles: { readonly [name: string]: WorkerRole };
  readonly ports?: Partial<Omit<ForkPorts, "newRunId" | "records">>;
  /** Called with an error that cannot reach the parent, such as events that could not be sent. */
  readonly onFault: (fault: unknown) => void;
};

/** A worker. `close` takes no more forks, aborts those that run, and waits until their last events are sent. */
export type ForkWorker = { readonly close: () => Promise<void> };

/** Runs forks for RemoteForkSubagents elsewhere. Rejects with ForkParamsError for invalid roles, or RemoteError. */
export async function serveForks(server: ForkServer): Promise<ForkWorker> {
  checkShapes(server, shapes);
  checkNames(server, ["transport", "roles", "ports", "onFault"], "option of serveForks");
  const entries = Object.entries(server.roles);
  if (entries.length === 0) throw new ForkParamsError("roles", "the list of roles is empty; name at least one");
  const worker: Worker = { ...server, snapshots: new Map(), taken: new Set(), running: new Map() };
  for (const [name, role] of entries) {
    checkRole(name);
    checkShapes(role, roleShapes, `roles.${name}.`);
    checkNames(role, ["llm", "tools", "filter", "agent"], "part of a role", `roles.${name}.`);
  }
  const closes = await Promise.all(
    entries.map(([name, role]) => server.transport.serve(askSubject(name), (bytes) => answer(worker, role, bytes))),
  );
  return {
    close: async () => {
      await Promise.all(closes.map((close) => close()));
      const running = [...worker.running.values()];
      for (const { handle } of running) handle.abort("the worker was closed");
      await Promise.all(running.map(({ sent }) => sent));
    },
  };
}

const shapes: readonly Shape[] = [
  {
    name: "transport",
    fits: (value) => hasMethod(value, "serve"),
    wanted: "a transport; pass await natsTransport({ servers }), or memoryTransport()",
  },
  { name: "roles", fits: isJsonObject, wanted: "an object; pass { reader: { llm, tools } }" },
  { name: "onFault", fits: isFunction, wanted: "a function; pass (fault) => …" },
];

const roleShapes: readonly Shape[] = [
  { name: "llm", fits: (value) => hasMethod(value, "send"), wanted: "a client; pass new AnthropicClient()" },
  { name: "tools", fits: (value) => hasMethod(value, "dispatch"), wanted: "a dispatcher; pass { dispatch }" },
];

type Running = { readonly handle: ForkHandle; readonly sent: Promise<void> };

type Worker = ForkServer & {
  /** By digest, the newest last: siblings share one copy. */
  readonly snapshots: Map<string, Promise<CacheSafeParams>>;
  /** The run IDs of the latest forks that it took. */
  readonly taken: Set<string>;
  readonly running: Map<string, Running>;
};

/** A copy of a request comes soon, if it comes at all. */
const keptRuns = 10_000;

async function answer(worker: Worker, role: WorkerRole, bytes: Buffer): Promise<Buffer> {
  const reply = (accepted: boolean, reason: string): Buffer => {
    const said: ForkReply = { v: protocolVersion, accepted, reason };
    return encodeJson(said);
  };
  const request = readRequest(bytes);
  if ("other" in request)
    return reply(false, `its version is ${describeValue(request.other)}, and the worker's ${protocolVersion}`);
  // A request that comes twice has started its run.
  if (worker.taken.has(request.runId)) return reply(true, "it runs");
  worker.taken.add(request.runId);
  const [oldest] = worker.taken;
  if (worker.taken.size > keptRuns && oldest !== undefined) worker.taken.delete(oldest);
  try {
    await start(worker, role, request);
    return reply(true, "it runs");
  } catch (fault) {
    worker.taken.delete(request.runId);
    return reply(false, messageOf(fault));
  }
}

async function start(worker: Worker, role: WorkerRole, request: ForkRequest): Promise<void> {
  const { transport, ports, onFault } = worker;
  const { runId } = request;
  const parent = await snapshot(worker, request.parent);
  const subjects = subjectsOf(runId);
  const parts = await partsOf(role, request);
  let sent = Promise.resolve();
  let count = 0;
  const publish = (line: string): void => {
    const event = Buffer.from(line);
    const id = `${runId}:${(count += 1)}`;
    sent = sent.then(() => transport.publish(subjects.events, id, event)).catch(onFault);
  };
  const forks = new DefaultForkSubagent({ ...ports, newRunId: () => runId });
  const waiting = Promise.withResolvers<void>();
  const handle = await forks.fork({
    ...request.params,
    ...parts,
    parent,
    strategy: sentStrategy(request),
    mode: "ForkAndForget",
    observe: writeEvents(publish),
    // The request may have waited in a worker that was stopped, and its parent may have given it up.
    startAfter: waiting.promise,
  });
  const startTimer = ports?.startTimer ?? systemTimer;
  const silence = watchSilence(transport, startTimer, request.lostAfterMs, () =>
    handle.abort(`its parent has been silent for ${request.lostAfterMs} ms`),
  );
  silence.broken();
  const closes = await Promise.all([
    transport.listen(subjects.abort, (reason) => handle.abort(reason.toString("utf8"))),
    transport.listen(subjects.parent, () => {
      silence.broken();
      waiting.resolve();
    }),
  ]);
  const stopBeating = keepBeating(startTimer, request.heartbeatMs, () =>
    transport.signal(subjects.beat, Buffer.alloc(0)),
  );
  const finish = async (): Promise<void> => {
    await handle.takeCompletion();
    silence.stop();
    await sent;
    stopBeating();
    worker.running.delete(runId);
    await Promise.all(closes.map((close) => close()));
  };
  worker.running.set(runId, { handle, sent: finish().catch(onFault) });
}

/** The role with what the parent has sent: its filter allows what both allow, and its agent gets the fields that were sent. */
async function partsOf(role: WorkerRole, { filter, agent }: ForkRequest): Promise<WorkerRole> {
  if (filter !== null) checkDefinition(filter, "filter");
  const sent = filter === null ? [] : [await makeFilter(filter)];
  const filters = [...(role.filter === undefined ? [] : [role.filter]), ...sent];
  const [only] = filters;
  return {
    ...role,
    ...(only !== undefined && { filter: filters.length === 1 ? only : allOf(filters) }),
    ...(agent !== null && { agent: receivedAgent(agent, role.agent) }),
  };
}

/** The parent's snapshot, from its body that travels once. Throws RemoteError if the body is missing or is another one. */
function snapshot({ transport, snapshots }: Worker, parent: ForkRequest["parent"]): Promise<CacheSafeParams> {
  // Headers and model belong to the snapshot, and two parents may have one body.
  const key = JSON.stringify(parent);
  const known = snapshots.get(key);
  snapshots.delete(key);
  const taken = known ?? fetchSnapshot(transport, parent);
  snapshots.set(key, taken);
  taken.catch(() => snapshots.delete(key));
  const [oldest] = snapshots.keys();
  if (snapshots.size > keptSnapshots && oldest !== undefined) snapshots.delete(oldest);
  return taken;
}

/** As many parents as a worker remembers. */
const keptSnapshots = 16;

async function fetchSnapshot(transport: ForkTransport, parent: ForkRequest["parent"]): Promise<CacheSafeParams> {
  const body = await transport.get(parent.digest);
  const fix = "Ask again: the parent stores its body with each fork";
  if (body === null)
    throw new RemoteError(`the parent's body ${parent.digest} is not stored on ${transport.place}`, fix);
  const arrived = sha256(body);
  if (arrived === parent.digest) return snapshotOf(parent, body);
  throw new RemoteError(`the parent's body arrived with the digest ${arrived} instead of ${parent.digest}`, fix);
}
