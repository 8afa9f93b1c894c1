import { cacheCompiledCode } from "../../../io/process.ts";

// Before the rest is loaded: the runner has compiled most of it, in this run or an earlier one.
cacheCompiledCode();
await import("./main.ts");
