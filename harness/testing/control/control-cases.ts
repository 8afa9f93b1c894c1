import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { nearestWord } from "../../kernel/text/nearest-word.ts";
import type { IncomingRequest, MockProvider } from "../../mock/mock-provider.ts";
import type { MockFault } from "../../mock/script/fault.ts";
import { scriptedProvider, type ScriptedOptions } from "../../mock/script/serve-script.ts";
import { refuseRequest } from "../../mock/serve/refuse-request.ts";
import type { Sink } from "../../mock/serve/play-plan.ts";
import { renderJson } from "../../report/render-json.ts";
import { createTestClock } from "../mocked/test-clock.ts";
import { type ControlCall, type ControlRefusal, readControlCall, readPath } from "./control-call.ts";
import { ControlCase } from "./control-case.ts";

export type ControlOptions = Pick<ScriptedOptions, "caches" | "provider" | "onUnknownModel"> & {
  /** Reads the script in the body of a request, named by `where` in errors. @throws HarnessError HX1xx */
  readonly readScript: (
    body: Buffer,
    where: string,
  ) => Pick<ScriptedOptions, "showPlace"> & { readonly value: unknown };
  /** Who answers a request without a case; null where every request must name one. */
  readonly usual: MockProvider | null;
};

type CreateCall = Extract<ControlCall, { readonly call: "create" }>;
type Reply = { readonly status: number; readonly document: object };

/**
 * The mocked providers of many tests behind one server. The path of a request names its case, so tests run side by side, and control
 * requests create, list and judge the cases.
 */
export class ControlCases implements Pick<MockProvider, "answer"> {
  readonly #cases = new Map<string, ControlCase>();
  readonly #replaced: MockFault[] = [];
  readonly #options: ControlOptions;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  readonly answer: MockProvider["answer"] = async (request, sink, signal) => {
    const reading = readPath(request.path);
    if (reading.kind === "control") return this.#control(request, sink);
    const named = reading.kind === "model" ? this.#cases.get(reading.name)?.provider : this.#options.usual;
    const asked = reading.kind === "model" ? { ...request, path: reading.path } : request;
    if (named !== undefined && named !== null) return named.answer(asked, sink, signal);
    const { status, what, fix } = reading.kind === "model" ? this.#unknownCase(reading.name) : NO_CASE;
    await refuseRequest(asked, { status, message: `HX545 ${what}; ${fix}`, id: "req_no_case" }, sink);
  };

  /** Requests that a script did not foresee, and answers that no request asked for, of every case. */
  faults(): readonly MockFault[] {
    return [...this.#replaced, ...[...this.#cases.values()].flatMap((each) => each.faults())];
  }

  async #control(request: IncomingRequest, sink: Sink): Promise<void> {
    const { status, document } = await this.#reply(request);
    sink.start(status, [["content-type", "application/json"]]);
    await sink.write(Buffer.from(renderJson(document)));
    sink.end();
  }

  async #reply(request: IncomingRequest): Promise<Reply> {
    const call = readControlCall(request);
    if ("status" in call) return refused(call);
    try {
      return await this.#answerCall(call, request);
    } catch (fault) {
      if (!(fault instanceof HarnessError)) throw fault;
      return { status: STATUS[fault.code] ?? 400, document: errorDocument(fault) };
    }
  }

  async #answerCall(call: ControlCall, { body, host }: IncomingRequest): Promise<Reply> {
    const { name } = call;
    if (call.call === "create") {
      const refusal = await this.#create(call, body);
      if (refusal !== null) return refused(refusal);
      return { status: 201, document: { case: name, baseUrl: `http://${host ?? "127.0.0.1"}/case/${name}` } };
    }
    const found = this.#cases.get(name);
    if (found === undefined) return refused(this.#unknownCase(name));
    switch (call.call) {
      case "exchanges":
        return { status: 200, document: { case: name, exchanges: found.listed() } };
      case "judgement":
        return { status: 200, document: found.judgement() };
      case "advance":
        found.advance(call.by);
        return { status: 200, document: { case: name, advanced: call.by } };
    }
  }

  /** A case that begins anew: what its last script left over is still reported at the end. */
  async #create({ name, replaces }: CreateCall, body: Buffer): Promise<ControlRefusal | null> {
    const { readScript, usual: _, ...options } = this.#options;
    const { value, ...script } = readScript(body, `case ${name}`);
    const clock = createTestClock(undefined);
    const provider = await scriptedProvider(value, { ...options, ...script, clock });
    const before = this.#cases.get(name);
    if (before !== undefined && before.exchanges.length > 0 && !replaces) return usedCase(name);
    this.#replaced.push(...(before?.faults() ?? []));
    this.#cases.set(name, new ControlCase(name, provider, clock));
    return null;
  }

  #unknownCase(name: string): ControlRefusal {
    const nearest = nearestWord(name, this.#cases.keys());
    const fix =
      nearest === null ? `send its script first: POST /__forkproof/cases/${name}` : `did you mean "${nearest}"?`;
    return { status: 404, what: `no case ${JSON.stringify(name)}`, fix };
  }
}

/** Two tests under one name would share a script and a log: each could pass by the other's requests. */
function usedCase(name: string): ControlRefusal {
  const fix = `give each test a name of its own; to begin this case anew, POST /__forkproof/cases/${name}?replace=1`;
  return { status: 409, what: `the case ${JSON.stringify(name)} has answered requests already`, fix };
}

const NO_CASE: ControlRefusal = {
  status: 404,
  what: "the path names no case, and serve has no --script",
  fix: "begin it with /case/NAME",
};

/** Nothing was compared: neither a wrong request nor a missing one, and no success. */
const STATUS: Readonly<Record<string, number>> = { HX252: 409, HX543: 409 };

function refused({ status, what, fix }: ControlRefusal): Reply {
  return { status, document: { schema: "forkproof/error@2", code: "HX545", what, where: null, fix } };
}

/** The document that the command line prints for such an error. */
function errorDocument({ code, message, where, fix }: HarnessError): object {
  // Messages for test runners begin with their code and end with their fix.
  const what = message.replace(`${code} `, "").replace(`\nfix: ${fix}`, "");
  return { schema: "forkproof/error@2", code, what, where, fix };
}
