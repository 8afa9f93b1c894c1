import { ForkParamsError } from "../fork/params/fork-params-error.ts";
import type { ToolDispatcher } from "../fork/tool-dispatcher.ts";
import type { LlmClient } from "../providers/llm-client.ts";
import type { WireName } from "../wire/wire-format.ts";

/** What a fork in another process has in place of a client and tools: the name of the role whose parts its worker has. */
export type RemoteRole = { readonly llm: LlmClient; readonly tools: ToolDispatcher };

/** Spread it into the parameters of a fork. Throws ForkParamsError for a name that a subject cannot hold. */
export function remoteRole(name: string, wire: WireName): RemoteRole {
  checkRole(name);
  return { llm: new RemoteLlm(name, wire), tools: { dispatch: unreachable } };
}

/** Throws ForkParamsError for a name that a subject cannot hold. */
export function checkRole(name: string): void {
  if (typeof name === "string" && /^[\w-]{1,64}$/.test(name)) return;
  throw new ForkParamsError("role", `${JSON.stringify(name)} is not a name of a role; use letters, digits, _ and -`);
}

/** The role in the parameters of a fork. Throws ForkParamsError for a client of this process. */
export function roleOf(llm: LlmClient): string {
  if (llm instanceof RemoteLlm) return llm.role;
  const fix = "write ...remoteRole(name, parent.wire), and give the client to serveForks under that name";
  throw new ForkParamsError("llm", `a client cannot leave its process; ${fix}`);
}

class RemoteLlm implements LlmClient {
  readonly role: string;
  readonly wire: WireName;

  constructor(role: string, wire: WireName) {
    this.role = role;
    this.wire = wire;
  }

  send(): Promise<never> {
    return unreachable();
  }
}

async function unreachable(): Promise<never> {
  throw new Error("a remote role runs in a worker only: give it to a RemoteForkSubagent");
}
