#!/usr/bin/env node
import { heldSignal, holdSignals } from "../io/held-signals.ts";
import { openConsole } from "../io/console.ts";
import { cacheCompiledCode, commandLine, finishWith, nodeVersion } from "../io/process.ts";
import { nodeComplaint } from "../kernel/faults/node-complaint.ts";

// First: the rest takes half a second to load, and CI may cancel the run in it.
holdSignals();
const streams = openConsole();
const complaint = nodeComplaint(nodeVersion(), !import.meta.url.endsWith(".ts"));
if (complaint === null) {
  cacheCompiledCode();
  // Loaded only now: the module may use syntax that an older Node cannot parse.
  const { runCli } = await import("./run-cli.ts");
  const exit = await runCli(commandLine(), streams);
  await finishWith(heldSignal() === null ? exit : 130);
} else {
  streams.err(complaint);
  await finishWith(2);
}
