import { HarnessError } from "../../kernel/faults/harness-error.ts";

/** What the client or the server reported, as an error that says what to do. Any other fault is returned as it is. */
export function queueFault(fault: unknown, server: string): unknown {
  if (fault instanceof HarnessError || !(fault instanceof Error)) return fault;
  const code = apiCodeOf(fault);
  if (code !== null && FULL.has(code)) {
    const fix = "free space on the server, or raise its limits (jetstream max_file, max_bytes of the stream)";
    return refused("HX437", `the server cannot store more: ${fault.message}`, server, fix);
  }
  if (code !== null && TOO_LARGE.has(code)) {
    const fix = "raise the server's limit of one message (max_payload, max_msg_size), at least 1 MB";
    return refused("HX436", `a message is larger than the server allows: ${fault.message}`, server, fix);
  }
  if (isDenied(fault)) {
    const fix = "check the user and password, --creds or --nkey, and the rights of that user";
    return refused("HX434", `the server refused these credentials: ${fault.message}`, server, fix, 2);
  }
  if (code === SUBJECTS_OVERLAP) {
    const fix = "choose another --namespace, or have that stream take other subjects";
    return refused("HX433", "another stream of this server takes subjects of this --namespace already", server, fix, 2);
  }
  if (saysLost(fault)) return lostStream(server, fault.message);
  if (isPassing(fault)) {
    const fix = "start it, or check the address; a run that had begun goes on with --resume";
    return refused("HX432", `the NATS server cannot be reached: ${fault.message}`, server, fix);
  }
  return code === null
    ? fault
    : refused("HX439", `the server refused a request: ${fault.message}`, server, "check the server's log");
}

/** The server has lost a stream or a consumer, with its jobs and results: they do not come back. */
export function lostStream(server: string, what: string): HarnessError {
  const fix = "keep the server's store_dir and these streams; then run again, with new workers";
  return refused("HX439", `the server has lost what it kept of the queue: ${what}`, server, fix);
}

export function saysLost(fault: unknown): boolean {
  return fault instanceof Error && (LOST.has(fault.name) || LOST_CODES.has(apiCodeOf(fault) ?? 0));
}

/** Server 2.9 answers no request of JetStream any more once a write has failed. */
export function silentStore(server: string): HarnessError {
  const fix =
    "look at the space on its disk and at its log, and restart it; a run that had begun goes on with --resume";
  const what = "the server takes connections, but its JetStream does not answer: its disk may be full";
  return refused("HX437", what, server, fix);
}

/** Whether the same request may succeed later: the network dropped, or the server restarts. */
export function isPassing(fault: unknown): boolean {
  if (!(fault instanceof Error) || LOST.has(fault.name)) return false;
  return PASSING.has(fault.name) || PASSING_CODES.has(apiCodeOf(fault) ?? 0);
}

/** The server's number of an error of its JetStream API; null for any other error. */
export function apiCodeOf(fault: unknown): number | null {
  if (!(fault instanceof Error) || fault.name !== "JetStreamApiError") return null;
  return "code" in fault && typeof fault.code === "number" ? fault.code : null;
}

/** Another stream takes the same subjects. */
export const SUBJECTS_OVERLAP = 10065;

/** Another message has that place already. */
export const WRONG_LAST_SEQUENCE = 10071;

const LOST: ReadonlySet<string> = new Set(["StreamNotFoundError", "ConsumerNotFoundError"]);
const LOST_CODES: ReadonlySet<number> = new Set([10014, 10059]);
const FULL: ReadonlySet<number> = new Set([10023, 10028, 10047, 10077, 10122]);
const TOO_LARGE: ReadonlySet<number> = new Set([10054, 10097]);

/** JetStream starts, or its leader changes. */
const PASSING_CODES: ReadonlySet<number> = new Set([10008, 10009, 503]);

const PASSING: ReadonlySet<string> = new Set([
  "TimeoutError",
  "RequestError",
  "NoRespondersError",
  "ConnectionError",
  "ClosedConnectionError",
  "JetStreamNotEnabled",
  "JetStreamStatusError",
  // Such as heartbeats of a server that the network hides.
  "JetStreamError",
]);

/** For a login that the server refuses, and for one that it misses. */
export function isDenied(fault: Error): boolean {
  const causes = [fault, fault.cause];
  return causes.some(
    (each) =>
      each instanceof Error &&
      (["AuthorizationError", "UserAuthenticationExpiredError", "PermissionViolationError"].includes(each.name) ||
        /authorization violation|permissions violation|nkeys? not supported/i.test(each.message)),
  );
}

function refused(code: `HX${number}`, what: string, where: string, fix: string, exit: 2 | 3 = 3): HarnessError {
  return new HarnessError({ code, what, where, fix, exit });
}
