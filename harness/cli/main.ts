#!/usr/bin/env node
import { openConsole } from "../io/console.ts";
import { cacheCompiledCode, commandLine, finishWith, nodeVersion } from "../io/process.ts";
import { nodeComplaint } from "./node-complaint.ts";

const streams = openConsole();
const complaint = nodeComplaint(nodeVersion(), !import.meta.url.endsWith(".ts"));
if (complaint === null) {
  cacheCompiledCode();
  // Loaded only now: the module may use syntax that an older Node cannot parse.
  const { runCli } = await import("./run-cli.ts");
  await finishWith(await runCli(commandLine(), streams));
} else {
  streams.err(complaint);
  await finishWith(2);
}
