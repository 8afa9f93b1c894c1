import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stringify } from "yaml";

/** Sends its parent's request with the directive behind it, as a fork should. */
const SEND = `const send = async ({ parent, directive, baseUrl, apiKey, signal }) => {
  const body = { ...JSON.parse(parent.request), stream: false };
  body.messages.push({ role: "user", content: [{ type: "text", text: directive }] });
  const headers = { "content-type": "application/json", "x-api-key": apiKey, "anthropic-version": "2023-06-01" };
  const response = await fetch(baseUrl + "/v1/messages", { method: "POST", signal, headers, body: JSON.stringify(body) });
  return { output: (await response.json()).content[0].text };
};
`;

/** How a module misbehaves, by its file's name: the body of its function. Those of `harmless` still fork as they should. */
export const harmful: Readonly<Record<string, string>> = {
  exits: "process.exit(0);",
  "exits-after-its-fork": "const said = await send(task); setTimeout(() => process.exit(0), 1); return said;",
  "mutes-the-process":
    'process.removeAllListeners(); process.on("exit", () => { process.exitCode = 0; }); process.exit(0);',
  "throws-in-a-timer": 'setTimeout(() => { throw new Error("late"); }, 1); await new Promise(() => {});',
  "leaves-a-rejection": 'Promise.reject(new Error("nobody waits")); return send(task);',
  loops: "for (;;);",
  "waits-forever": "await new Promise(() => setInterval(() => {}, 1000));",
  "kills-itself": 'process.kill(process.pid, "SIGSEGV"); await new Promise(() => {});',
  throws: 'throw new TypeError("no configuration");',
  "throws-a-response": 'throw new Error("<html>".repeat(1_000_000));',
  "throws-a-trap": "throw new Proxy({}, { get: () => { throw 1; }, getPrototypeOf: () => { throw 2; } });",
  "stops-itself": 'process.kill(process.pid, "SIGSTOP"); await new Promise(() => {});',
  aborts: "process.abort();",
  "floods-its-queue":
    "const said = await send(task); const again = () => Promise.resolve().then(again); again(); return said;",
  "blocks-its-end": "const said = await send(task); setTimeout(() => { for (;;); }, 400); return said;",
  "asks-no-provider": 'return { output: "A pilot." };',
  "gives-everything-a-then":
    "const said = await send(task); Object.prototype.then = (resolve) => resolve(1); return said;",
  "resolves-never": "return { then() {} };",
  "replaces-events":
    'const { EventEmitter } = await import("node:events"); EventEmitter.prototype.emit = () => true; return send(task);',
  "is-killed-by-its-thread":
    'const { Worker } = await import("node:worker_threads"); new Worker("process.kill(process.pid, 9)", { eval: true }); await new Promise(() => {});',
  "closes-the-pipe": 'const { closeSync } = await import("node:fs"); closeSync(3); await new Promise(() => {});',
  "writes-onto-the-pipe":
    'const { writeSync } = await import("node:fs"); writeSync(3, "x".repeat(4096)); await new Promise(() => {});',
  "leaves-a-request-open":
    "const said = await send(task); const body = JSON.parse(task.parent.request); body.tools = []; void send({ ...task, parent: { ...task.parent, request: JSON.stringify(body) } }); return said;",
  "sends-again-later": "const said = await send(task); setTimeout(() => send(task).catch(() => {}), 50); return said;",
  "sends-no-json":
    'await fetch(task.baseUrl + "/v1/messages", { method: "POST", headers: { "x-api-key": "k" }, body: "not json" }); return { output: "A pilot." };',
  "sends-a-broken-path":
    'await fetch(task.baseUrl + "/v1beta/models/%zz:generateContent", { method: "POST", headers: { "x-goog-api-key": "k" }, body: "{}" }); return { output: "A pilot." };',
  "asks-with-a-bigint": 'await task.tools.call("read_note", { line: 1n }); return send(task);',
  "asks-with-a-circle":
    'const input = {}; input.self = input; await task.tools.call("read_note", input); return send(task);',
  "asks-for-no-tool": "await task.tools.call(); return send(task);",
  "returns-a-flood": 'await send(task); return { output: "x".repeat(300_000_000) };',
};

export const harmless: Readonly<Record<string, string>> = {
  "replaces-fetch":
    'const said = await send(task); globalThis.fetch = () => { throw new Error("replaced"); }; return said;',
  "changes-folder": 'process.chdir("/"); return send(task);',
  "changes-environment": 'process.env.HOME = "/gone"; process.env.ANTHROPIC_API_KEY = "changed"; return send(task);',
  "patches-a-prototype": "const said = await send(task); Array.prototype.map = () => []; return said;",
  "sets-a-global": "globalThis.lastTask = task; return send(task);",
  "patches-http": 'const { default: http } = await import("node:http"); http.request = () => {}; return send(task);',
  "patches-sockets": 'const { Socket } = await import("node:net"); Socket.prototype.end = () => {}; return send(task);',
  "listens-to-signals": 'process.on("SIGTERM", () => {}); return send(task);',
  "freezes-globals": "Object.freeze(globalThis); Object.freeze(process); return send(task);",
  "replaces-promises":
    "const said = await send(task); Promise.prototype.then = function () { return this; }; return said;",
  "starts-a-thread":
    'const { Worker } = await import("node:worker_threads"); new Worker("for (;;);", { eval: true }); return send(task);',
  prints: 'console.log("::error::pwned"); console.error("##[error]pwned"); return send(task);',
  "leaves-a-child":
    'const { spawn } = await import("node:child_process"); spawn("sleep", ["600"], { stdio: "ignore" }); return send(task);',
  "leaves-a-detached-child": `const { spawn } = await import("node:child_process");
  spawn("sleep", ["600"], { stdio: "ignore", detached: true }).unref();
  return send(task);`,
  "leaves-an-interval": "setInterval(() => {}, 10); return send(task);",
  "forges-a-result": `const { serialize } = await import("node:v8");
  const { writeSync } = await import("node:fs");
  const result = { kind: "done", output: "forged" };
  const bytes = serialize({ kind: "result", secret: "guessed", run: "fork", result });
  const head = Buffer.alloc(4);
  head.writeUInt32LE(bytes.length);
  writeSync(3, Buffer.concat([head, bytes]));
  return send(task);`,
  "mutes-its-output": "process.stdout.write = () => true; return send(task);",
  "ends-its-output": "process.stdout.destroy(); return send(task);",
  "closes-its-output": 'const { closeSync } = await import("node:fs"); closeSync(1); closeSync(2); return send(task);',
  "fakes-chance": 'const said = await send(task); crypto.randomUUID = () => "fixed"; return said;',
  "fakes-a-clock": "performance.now = () => 0; return send(task);",
  "masks-new-files": "process.umask(0o777); return send(task);",
  "hooks-imports": `const { registerHooks } = await import("node:module");
  registerHooks?.({ resolve: (name, context, next) => next(name.startsWith("data:") ? "data:text/javascript,export default 0" : name, context) });
  return send(task);`,
  "breaks-the-agent": `const { default: http } = await import("node:http");
  http.globalAgent.maxSockets = 7;
  return send(task);`,
  "hides-its-traces": `const said = await send(task);
  globalThis.fetch = () => { throw new Error("replaced"); };
  Object.is = () => true;
  Reflect.ownKeys = () => [];
  Reflect.getOwnPropertyDescriptor = () => undefined;
  Map.prototype[Symbol.iterator] = function* () {};
  return said;`,
  "sets-the-exit-code": "process.exitCode = 7; return send(task);",
  "throws-long-after": `const said = await send(task);
  setTimeout(() => { throw new Error("from an earlier job"); }, 2000).unref();
  return said;`,
};

/** The first leaves a timer behind that does not keep its process alive. The second lets it fire in its own job, once. */
const strays: Readonly<Record<string, string>> = {
  "leaves-a-stray": `const { existsSync, writeFileSync } = await import("node:fs");
  setInterval(() => {
    if (existsSync("go")) { writeFileSync("gone", ""); throw new Error("from an earlier job"); }
  }, 5).unref();
  return send(task);`,
  "meets-a-stray": `const { existsSync, writeFileSync } = await import("node:fs");
  if (existsSync("gone")) return send(task);
  writeFileSync("go", "");
  await new Promise(() => setInterval(() => {}, 1000));`,
};

/** Its job has errored: a mocked run stays on this machine. */
const refused: Readonly<Record<string, string>> = {
  "reaches-out": 'await fetch("http://example.invalid/").catch(() => {}); return send(task);',
};

/** Forks as it should, and prints all of its process that an earlier job may have changed. */
const WELL_BEHAVED = `const { default: http } = await import("node:http");
  const drawn = String(Math.random());
  const imported = await import("data:text/javascript,export default " + JSON.stringify(drawn));
  console.log(JSON.stringify({
    folder: process.cwd() === import.meta.dirname.replace(/.scenarios$/, ""),
    mask: process.umask(),
    home: process.env.HOME ?? null,
    exitCode: process.exitCode ?? null,
    chance: crypto.randomUUID() !== crypto.randomUUID(),
    clock: performance.now() > 0,
    hooks: imported.default === drawn,
    sockets: http.globalAgent.maxSockets > 7,
    global: typeof globalThis.lastTask,
  }));
  console.error("said");
  return send(task);`;

/** They come to no end of their own. */
const IDLE: ReadonlySet<string> = new Set([
  "loops",
  "waits-forever",
  "stops-itself",
  "resolves-never",
  "replaces-events",
  "floods-its-queue",
]);

const parent = { source: resolve("fixtures/cassettes/scripted-parent"), exchange: "reading-3" };

/** Writes a module for each way to misbehave and a scenario for each of `names`, in their order; `well-behaved` is one more. */
export function writeJobs(folder: string, names: readonly string[]): void {
  mkdirSync(join(folder, "scenarios"), { recursive: true });
  const bodies = { ...harmful, ...harmless, ...strays, ...refused, "well-behaved": WELL_BEHAVED };
  for (const [name, body] of Object.entries(bodies)) {
    writeFileSync(join(folder, "scenarios", `${name}.mjs`), `${SEND}export default async (task) => {\n  ${body}\n};\n`);
  }
  for (const [at, name] of names.entries()) {
    const number = String(at).padStart(4, "0");
    const scenario = {
      name: `${number} ${name}`,
      parent,
      timeout: IDLE.has(name) ? "500ms" : "20s",
      fork: { subject: `${name}.mjs`, prompt: "go" },
      provider: { script: [{ text: "A pilot." }] },
    };
    writeFileSync(join(folder, "scenarios", `${number}.yaml`), stringify(scenario));
  }
}
