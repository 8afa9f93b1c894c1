import { basename, extname, join } from "node:path";

import { environmentSecrets } from "../../kernel/credentials/environment-secrets.ts";
import type { Console } from "../../io/console.ts";
import { environment } from "../../io/process.ts";
import { listenForTermination } from "../../io/termination.ts";
import { removeLeftoverFolders } from "../../io/leftover-folders.ts";
import { HarnessError } from "../../kernel/faults/harness-error.ts";
import { shellWord } from "../../init/shell-word.ts";
import { createRecorder, type Recorder } from "../../record/recorder.ts";
import { openSession } from "../../record/spooled/open-session.ts";
import { type KilledSession, killedSessions } from "../../record/spooled/killed-sessions.ts";
import { type Command, type Invocation, valueOf } from "../command.ts";
import { pageOption } from "../inspecting/page-option.ts";
import { watchExchanges } from "../inspecting/watch-exchanges.ts";
import { claimOutput } from "../recording/claim-output.ts";
import { keptAuthorityCommand } from "../recording/kept-authority-command.ts";
import { keepRecording, type KeptRecording } from "../recording/keep-recording.ts";
import { nameLeftovers } from "../recording/name-leftovers.ts";
import { nothingPassed } from "../recording/nothing-passed.ts";
import { recoverRecording } from "../recording/recover-recording.ts";
import { showRecording } from "../recording/show-recording.ts";
import { reportFault } from "../report-fault.ts";
import { usageError } from "../usage-error.ts";
import { isInCi } from "./is-in-ci.ts";
import { commandOf, runClient } from "./run-client.ts";

/** Runs a client through recording proxies, makes a cassette of what passed and shows it. Ends with the client's exit code. */
export const recordCommand: Command = async (invocation, streams) => {
  if (invocation.isSubcommand === true) return await keptAuthorityCommand(invocation, streams);
  if (invocation.options.has("remove")) {
    throw usageError("HX505", "--remove is for `record ca` alone", "write forkproof record ca --remove");
  }
  if (invocation.options.has("recover")) return await recoverRecording(invocation, streams);
  if (isInCi()) throw inCi();
  const folder = valueOf(invocation, "out") ?? defaultFolder(commandOf(invocation)[0]);
  using _claim = claimOutput(folder, { replaces: invocation.options.has("force") });
  using page = pageOption(invocation);
  // Handles signals to the end: the recording is kept, whichever signal comes.
  let isTerminated = false;
  using termination = listenForTermination(() => {
    isTerminated = true;
    streams.err("asked to end: forwarding it to the command; traffic so far is kept\n");
  });
  removeLeftoverFolders();
  offerRecovery(killedSessions(), streams);
  const watch = invocation.options.has("watch") ? await watchExchanges(streams) : null;
  const usageIsReal = !invocation.options.has("mock");
  const secrets = environmentSecrets(environment());
  using recorder = createRecorder({
    usageIsReal,
    session: openSession({ folder, usageIsReal, secrets }, (fault) => {
      reportFault(fault, false, streams);
      streams.err("the command runs all the same; the recording lacks what the disk refuses\n");
    }),
    ...(watch !== null && { onExchange: watch.see }),
  });
  const keepStdout = invocation.options.has("json");
  const client = await runClient(invocation, { recorder, termination, keepStdout }, streams);
  const { exit, failedRequests, unreadHosts } = client;
  // Without --fail-on-break a request outside the script is a warning: the purpose of the run was to observe the client.
  for (const { code, what } of client.unplayed) streams.err(`${code}  ${what}\n`);
  try {
    if (recorder.count().recorded === 0 && exit !== 0) {
      reportFault(nothingPassed(exit, unreadHosts), keepStdout, streams);
      return { passedOn: exit };
    }
    if (recorder.count().recorded === 0) throw nothingPassed(exit, unreadHosts);
    keepOrLeave(recorder, { folder, secrets }, invocation, streams);
  } finally {
    client.kill();
  }
  nameUnread(unreadHosts, streams);
  nameLeftovers(streams);
  const gate = await showRecording(
    {
      folder,
      exit,
      count: recorder.count(),
      page,
      unplayed: client.unplayed,
      interrupted: client.interrupted || isTerminated,
    },
    invocation,
    streams,
  );
  // The recording holds what passed, and lacks what failed here.
  const own = failedRequests + recorder.refused() === 0 || gate === 130 ? gate : 3;
  return { passedOn: exit === 0 ? own : exit };
};

/**
 * What was recorded may have cost money, so neither the disk, nor a folder that came meanwhile, nor an internal error loses it. Of one with
 * credentials nothing stays.
 */
function keepOrLeave(recorder: Recorder, kept: KeptRecording, invocation: Invocation, streams: Console): void {
  try {
    keepRecording(recorder, kept, invocation, streams);
  } catch (fault) {
    if (fault instanceof HarnessError && !IN_THE_WAY.includes(fault.code)) throw fault;
    const how = `forkproof record --recover --out ${shellWord(kept.folder)}`;
    const isLeft = recorder.leave();
    if (isLeft) streams.err(`the recording is not lost; once the fault below is gone, run: ${how}\n`);
    else streams.err("the recording is lost: its temporary folder does not hold what passed\n");
    throw fault;
  }
}

/** The disk refuses the cassette, or something lies where it is to be. */
const IN_THE_WAY: readonly string[] = ["HX230", "HX513", "HX516"];

/** Once for each: a user who does not want it is not reminded at every recording. */
function offerRecovery(killed: readonly KilledSession[], { err }: Console): void {
  const sessions = killed.filter(({ isOffered }) => !isOffered);
  const [first] = sessions;
  if (first === undefined) return;
  for (const { offered } of sessions) offered();
  if (sessions.length === 1) {
    err(`a killed recording of ${first.folder} can still be read: forkproof record --recover\n`);
    return;
  }
  const how = `forkproof record --recover --out ${shellWord(first.folder)}`;
  err(`${sessions.length} killed recordings can still be read, for example: ${how}\n`);
}

/** One of them may be a provider of the client, whose requests are then not in the recording. */
function nameUnread(hosts: ReadonlySet<string> | null, { err }: Console): void {
  if (hosts === null || hosts.size === 0) return;
  err(`passed unread: ${[...hosts].join(", ")}; add --host if a model is behind one of them\n`);
}

function defaultFolder(program: string): string {
  return join("fixtures", "cassettes", basename(program, extname(program)));
}

function inCi(): HarnessError {
  const fix = "record on your own machine and commit the cassette, or unset CI";
  return usageError("HX510", "nothing is recorded in continuous integration (CI is set)", fix);
}
